import type { FetchedMessage } from '@loquat/contract'
import { decodeComponent } from '../lib/parse.ts'
import { isUpload } from './file-names.ts'

export interface SharedFile {
  message: FetchedMessage
  href: string
  name: string
  /** URL of a thumbnail. */
  preview: string | undefined
  isVideo: boolean
}

/** Files that a message links to, without duplicates. */
export function filesIn(message: FetchedMessage): SharedFile[] {
  // A parsed document loads no resources.
  const content = new DOMParser().parseFromString(message.content, 'text/html')
  const found = new Map<string, SharedFile>()
  for (const link of content.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (!isUpload(href)) continue
    const before = found.get(href)
    const preview = link.querySelector('img')?.getAttribute('src') ?? before?.preview
    found.set(href, {
      message,
      href,
      name: before?.name ?? (link.textContent?.trim() || link.getAttribute('title') || nameOf(href)),
      preview,
      isVideo: before?.isVideo === true || link.querySelector('video') !== null,
    })
  }
  return [...found.values()]
}

const nameOf = (href: string) => decodeComponent(href.split('/').at(-1) ?? '')
