import { type Element, isElement } from '../tree.ts'

/** A link of a message, and where it stands. */
export interface Link {
  element: Element
  href: string
  parent: Element
  /** What the parent stands in; undefined at the top. */
  container: Element | undefined
  quoted: boolean
}

/** Every link of the tree, outer levels first. */
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

/** The file of our own that an address means, by its path after `/user_uploads/`. */
export function uploadOf(href: string, ownUrl: string): string | undefined {
  const local = href.startsWith(`${ownUrl}/`) ? href.slice(ownUrl.length) : href
  return /^\/?user_uploads\/(\d+\/[^?#]+)/.exec(local)?.[1]
}
