import { type RefObject, useEffect, useState } from 'react'

const known = new Map<string, number>()
const maxCached = 500

/** Seconds that a video takes. Only its metadata is fetched, once its row is in view. */
export function useVideoDuration(
  href: string | undefined,
  row: RefObject<HTMLElement | null>,
): number | undefined {
  const [duration, setDuration] = useState(() => known.get(href ?? ''))
  useEffect(() => {
    const { current } = row
    if (href === undefined || current === null || known.has(href)) return
    const video = document.createElement('video')
    const learn = () => {
      if (!Number.isFinite(video.duration)) return
      known.set(href, video.duration)
      if (known.size > maxCached) known.delete(known.keys().next().value ?? '')
      setDuration(video.duration)
    }
    video.preload = 'metadata'
    video.addEventListener('loadedmetadata', learn, { once: true })
    const seen = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      seen.disconnect()
      video.src = href
    })
    seen.observe(current)
    return () => {
      seen.disconnect()
      // Ends a request that is under way.
      video.removeAttribute('src')
      video.load()
    }
  }, [href, row])
  return duration
}
