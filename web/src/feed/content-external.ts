import { imageSource, imageStyle, isVideoPlayable } from '../messages/external-images.ts'

/**
 * Loads external images through the server, and replaces external videos by links. Runs in the task that created the nodes:
 * browsers load nothing before it ends.
 */
export function replaceExternalMedia(nodes: DocumentFragment): void {
  for (const image of nodes.querySelectorAll('img[src]')) replace(image, 'src', imageSource)
  for (const styled of nodes.querySelectorAll('[style*="url" i]')) replace(styled, 'style', imageStyle)
  for (const video of nodes.querySelectorAll('video')) {
    if (isVideoPlayable(video.getAttribute('src') ?? '')) continue
    video.removeAttribute('src')
    linkInstead(nodes, video)
  }
}

function replace(element: Element, name: string, change: (value: string) => string): void {
  const value = element.getAttribute(name) ?? ''
  const changed = change(value)
  if (changed !== value) element.setAttribute(name, changed)
}

/** A link in the text of the message is enough. */
function linkInstead(nodes: DocumentFragment, video: Element): void {
  const box = video.closest('.message_inline_video') ?? video
  const link = video.closest('a')
  const href = link?.getAttribute('href') ?? ''
  const isLinked = [...nodes.querySelectorAll('a[href]')].some(
    (one) => one !== link && one.getAttribute('href') === href,
  )
  if (link === null || isLinked) {
    box.remove()
    return
  }
  link.textContent = link.title || href
  const paragraph = document.createElement('p')
  paragraph.append(link)
  box.replaceWith(paragraph)
}
