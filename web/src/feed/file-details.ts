import { fetchSize, knownSize } from '../lib/file-sizes.ts'
import { fileSize } from '../screens/settings/file-size.ts'

/** Adds sizes of files and durations of videos. No height changes. */
export function addFileDetails(content: HTMLElement, locale: string): void {
  for (const card of content.querySelectorAll<HTMLAnchorElement>('a.file-card')) {
    const size = card.querySelector('.file-size')
    const show = (bytes: number | undefined) => {
      if (size !== null && bytes !== undefined) size.textContent = fileSize(bytes, locale)
    }
    const bytes = knownSize(card.href)
    if (bytes === undefined) void fetchSize(card.href).then(show)
    else show(bytes)
  }
  for (const video of content.querySelectorAll<HTMLVideoElement>('.message_inline_video video')) {
    const show = () => showDuration(video)
    if (video.readyState >= video.HAVE_METADATA) show()
    else video.addEventListener('loadedmetadata', show, { once: true })
  }
}

function showDuration(video: HTMLVideoElement): void {
  const label = video.parentElement?.querySelector('.video-duration')
  if (label !== null && label !== undefined && Number.isFinite(video.duration))
    label.textContent = durationText(video.duration)
}

/** `1:05`, `1:02:03`. */
export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const parts = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}
