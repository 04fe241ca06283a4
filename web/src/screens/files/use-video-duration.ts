import { type RefObject, useEffect, useState } from 'react'

const known = new Map<string, number>()
const maxCached = 500

/** Duration of a video in seconds. Its metadata is fetched once the row is in view. */
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
      // Cancels a running request.
      video.removeAttribute('src')
      video.load()
    }
  }, [href, row])
  return duration
}
