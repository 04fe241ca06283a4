import { useLayoutEffect, useRef } from 'react'
import { localPicture } from '../messages/local-pictures.ts'
import type { LinkedFile } from '../messages/split-files.ts'
import { useOrg } from '../session/session.ts'
import { useLocale, useText } from '../texts/texts.tsx'
import { contentNodes } from './content.ts'
import { addFileDetails } from './file-details.ts'
import './content.css'

/** Files of a pending message, built from the same HTML as the server's, so that they look the same once sent. */
export function PendingFiles({ files }: { files: readonly LinkedFile[] }) {
  const box = useRef<HTMLDivElement>(null)
  const locale = useLocale()
  const text = useText()
  const hasPreviews = useOrg((org) => org.realm_inline_image_preview !== false)
  const html = htmlOf(files, hasPreviews)
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return
    current.replaceChildren(contentNodes(html, locale, text))
    addFileDetails(current, locale)
  }, [html, locale, text])
  return <div ref={box} className="pending-files" />
}

function htmlOf(files: readonly LinkedFile[], hasPreviews: boolean): string {
  const page = document.createElement('div')
  const links = document.createElement('p')
  page.append(links)
  for (const [at, { name, href }] of files.entries()) {
    if (at > 0) links.append(document.createElement('br'))
    links.append(linkTo(href, name))
    const preview = hasPreviews ? previewOf(href) : undefined
    if (preview === undefined) continue
    const box = linkTo(href, preview.shown)
    box.title = name
    const frame = document.createElement('div')
    frame.className = preview.frame
    frame.append(box)
    page.append(frame)
  }
  return page.innerHTML
}

function linkTo(href: string, content: Node | string): HTMLAnchorElement {
  const link = document.createElement('a')
  link.setAttribute('href', href)
  link.append(content)
  return link
}

function previewOf(href: string): { frame: string; shown: HTMLElement } | undefined {
  const picture = localPicture(href)
  if (picture !== undefined) {
    const shown = document.createElement('img')
    shown.className = 'image-loading-placeholder'
    shown.dataset.originalDimensions = `${picture.width}x${picture.height}`
    return { frame: 'message_inline_image', shown }
  }
  if (!/\.(?:mp4|webm)$/i.test(href)) return undefined
  const shown = document.createElement('video')
  shown.preload = 'metadata'
  shown.setAttribute('src', href)
  return { frame: 'message_inline_image message_inline_video', shown }
}
