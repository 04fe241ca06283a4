import type { Page } from 'playwright-core'

/** Minimum size of a touch target. */
const fingertipPx = 44

/**
 * Touch targets on screen that are too small, measured by hit-testing points. Links within running text are exempt (WCAG 2.5.8).
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
    /** Whether it is a link within running text or user content. */
    const isInText = (one: Element) =>
      getComputedStyle(one).display === 'inline' &&
      (one.closest('.message-content') !== null ||
        [...(one.parentElement?.childNodes ?? [])].some(
          (node) => node !== one && node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''),
        ))
    /** The element that handles a tap at a point; labels forward it to their control. */
    const at = (x: number, y: number): Element | null => {
      const hit = document.elementFromPoint(x, y)
      return hit?.closest(tappable) ?? hit?.closest('label')?.control ?? null
    }
    const reach = (one: Element, x: number, y: number, dx: number, dy: number) => {
      let length = 0
      while (length < fingertip && at(x + dx * (length + 1), y + dy * (length + 1)) === one) length++
      return length
    }
    /** The largest tappable area around some of its points; undefined if all are covered. */
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
      // It may be at an edge or below an overlay: measure again in the center.
      one.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      for (let frame = 0; frame < 3; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
      const room = roomOf(one)
      if (room === undefined || !isSmall(room)) continue
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim().slice(0, 40) ?? ''
      small.push(`${room.width}×${room.height} ${one.tagName.toLowerCase()} “${name}”`)
    }
    return small
  }, fingertipPx)
