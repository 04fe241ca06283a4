import type { FetchedMessage } from '@loquat/contract'
import { decodeComponent } from '../lib/parse.ts'
import { isUpload } from './file-names.ts'

export interface SharedFile {
  message: FetchedMessage
  href: string
  name: string
  /** A small picture of it, if there is one. */
  preview: string | undefined
  isVideo: boolean
}

/** Files that a message links to, each once, in their order. */
export function filesIn(message: FetchedMessage): SharedFile[] {
  // A document that is not shown loads nothing.
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
