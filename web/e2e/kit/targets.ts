import type { Page } from 'playwright-core'

/** So large is the tip of a finger, in pixels. */
const fingertipPx = 44

/**
 * What is on screen and can be tapped, but has less room for it than a finger needs. Asked of the browser point by point: what
 * answers counts, not what is drawn. Links within running text are left out, they are as high as their line (WCAG 2.5.8).
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(async (fingertip) => {
    const roles =
      'button link menuitem menuitemradio menuitemcheckbox tab switch option checkbox radio treeitem'
    const tappable = [
      'a[href], button, input:not([type=hidden]), select, textarea, summary',
      ...roles.split(' ').map((role) => `[role=${role}]`),
    ].join()
    const isOff = (one: Element) => one.closest(':disabled, [aria-disabled=true], [inert]') !== null
    /** It is a word among others, or of what people wrote. */
    const isInText = (one: Element) =>
      getComputedStyle(one).display === 'inline' &&
      (one.closest('.message-content') !== null ||
        [...(one.parentElement?.childNodes ?? [])].some(
          (node) => node !== one && node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''),
        ))
    /** What hears a tap there. A label hands it on. */
    const at = (x: number, y: number): Element | null => {
      const hit = document.elementFromPoint(x, y)
      return hit?.closest(tappable) ?? hit?.closest('label')?.control ?? null
    }
    const reach = (one: Element, x: number, y: number, dx: number, dy: number) => {
      let length = 0
      while (length < fingertip && at(x + dx * (length + 1), y + dy * (length + 1)) === one) length++
      return length
    }
    /** The largest room around some points of it; none where something else lies over all of them. */
    const roomOf = (one: Element) => {
      const box = one.getBoundingClientRect()
      const y = box.top + box.height / 2
      const rooms = [0.5, 0.25, 0.75, 0.1, 0.9]
        .map((part) => box.left + box.width * part)
        .filter((x) => at(x, y) === one)
        .map((x) => ({
          width: reach(one, x, y, -1, 0) + reach(one, x, y, 1, 0) + 1,
          height: reach(one, x, y, 0, -1) + reach(one, x, y, 0, 1) + 1,
        }))
      const least = (room: { width: number; height: number }) => Math.min(room.width, room.height)
      return rooms.sort((a, b) => least(b) - least(a))[0]
    }
    // The points are one pixel apart.
    const isSmall = (room: { width: number; height: number } | undefined) =>
      room !== undefined && Math.min(room.width, room.height) < fingertip - 1
    const suspects = [...document.querySelectorAll(tappable)].filter(
      (one) => !isOff(one) && !isInText(one) && isSmall(roomOf(one)),
    )
    const small: string[] = []
    for (const one of suspects) {
      // It may have been at an edge, or below what floats: so it is looked at again where it has room.
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      const room = roomOf(one)
      if (room === undefined || !isSmall(room)) continue
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40) ?? ''
      small.push(`${room.width}×${room.height} ${one.tagName.toLowerCase()} “${name}”`)
    }
    return small
  }, fingertipPx)
