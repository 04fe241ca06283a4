import { type Element, isElement } from '../tree.ts'

/** A link in a message, with its position in the tree. */
export interface Link {
  element: Element
  href: string
  parent: Element
  /** The parent's parent; undefined at the top. */
  container: Element | undefined
  quoted: boolean
}

/** All links of the tree, outer levels first. */
export function linksIn(root: Element): Link[] {
  const links: Link[] = []
  const queue: Pick<Link, 'parent' | 'container' | 'quoted'>[] = [
    { parent: root, container: undefined, quoted: false },
  ]
  for (const { parent, container, quoted } of queue) {
    for (const child of parent.children) {
      if (!isElement(child)) continue
      const { href } = child.attributes
      if (child.tag === 'a' && href !== undefined) {
        links.push({ element: child, href, parent, container, quoted })
      }
      queue.push({ parent: child, container: parent, quoted: quoted || child.tag === 'blockquote' })
    }
  }
  return links
}

/** The uploaded file of a URL, by its path after `/user_uploads/`. */
export function uploadOf(href: string, ownUrl: string): string | undefined {
  const local = href.startsWith(`${ownUrl}/`) ? href.slice(ownUrl.length) : href
  return /^\/?user_uploads\/(\d+\/[^?#]+)/.exec(local)?.[1]
}
