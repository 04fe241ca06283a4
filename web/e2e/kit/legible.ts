import type { Page } from 'playwright-core'

/**
 * Problems of texts on screen: cut, overlapping, or without the mark of the pseudo-language. `names` are user-given names, which
 * have no mark.
 */
export async function textProblems(
  page: Page,
  mark?: string,
  names: readonly string[] = [],
): Promise<string[]> {
  return await page.evaluate(findProblems, { mark: mark ?? '', names: [...names], terms: technicalTerms })
}

/** Technical terms and placeholders that are the same in every language. */
const technicalTerms = ['LDAP', 'OpenID Connect', 'SAML', 'Rust', '#(?P<id>[0-9]+)']

/** Runs in the page, so it must not use anything outside. */
function findProblems({ mark, names, terms }: { mark: string; names: string[]; terms: string[] }): string[] {
  const found = new Set<string>()
  /** User content, names and code are not translated. */
  const content =
    '[dir="auto"], [translate="no"], bdi, code, kbd, pre, time, textarea, option, script, style, svg'
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
    element.closest('[inert], [aria-hidden="true"], .hidden-visually') !== null
  const isName = (text: string) =>
    [...names, ...terms].includes(text.replace(/^[#@](?=\p{L})/u, '')) ||
    /\bexample\.com\b|^https:/.test(text)
  const quote = (text: string) => JSON.stringify(text.trim().slice(0, 60))
  const where = (element: Element) => {
    const named = element.closest('[class]')
    return `<${element.localName} ${named?.getAttribute('class')?.split(' ')[0] ?? ''}>`
  }

  const lines: { text: string; element: Element; box: DOMRect; isInterface: boolean }[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const text = node.textContent ?? ''
    if (element === null || text.trim() === '' || isHidden(element)) continue
    const isInterface = element.closest(content) === null
    if (
      mark !== '' &&
      isInterface &&
      /\p{L}/u.test(text) &&
      !text.includes(mark) &&
      !terms.includes(text.trim())
    )
      found.add(`untranslated ${quote(text)} in ${where(element)}`)
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1) lines.push({ text, element, box, isInterface })
  }
  if (mark !== '') {
    // Labels of messages contain user content.
    const named = '[aria-label]:not(article), [title], [placeholder], img[alt]'
    for (const element of document.querySelectorAll(named)) {
      if (isHidden(element) || element.closest('[translate="no"], time') !== null) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name) ?? ''
        if (/\p{L}/u.test(text) && !text.includes(mark) && !isName(text))
          found.add(`untranslated ${name} ${quote(text)} of ${where(element)}`)
      }
    }
  }

  /** Texts that are cut or stick out of their container. */
  for (const { text, element, box, isInterface } of lines) {
    if (!isInterface) continue
    for (let up: Element | null = element; up !== null && up !== document.body; up = up.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(up)
      const frame = up.getBoundingClientRect()
      const isOutside = box.left < frame.left - 1 || box.right > frame.right + 1
      if (
        up.matches('button, [role="tab"], [role="menuitem"], label, th, td, h1, h2, h3') &&
        isOutside &&
        overflowX === 'visible'
      ) {
        found.add(`sticks out ${quote(text)} of ${where(up)}`)
      }
      if (overflowX === 'auto' || overflowX === 'scroll') break
      if (overflowX !== 'visible' && isOutside && (up.getAttribute('title') ?? '') === '') {
        found.add(`cut ${quote(text)} by ${where(up)}`)
        break
      }
      const isBelow = box.bottom > frame.bottom + 2 || box.top < frame.top - 2
      if ((overflowY === 'hidden' || overflowY === 'clip') && isBelow)
        found.add(`cut below ${quote(text)} by ${where(up)}`)
      if (overflowY === 'auto' || overflowY === 'scroll' || position === 'fixed') break
    }
  }

  /** The positioned ancestor: sticky bars, menus and toasts cover other content on purpose. */
  const layer = (element: Element): Element | null => {
    for (let up: Element | null = element; up !== null; up = up.parentElement)
      if (['fixed', 'sticky', 'absolute'].includes(getComputedStyle(up).position)) return up
    return null
  }
  const meets = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4
  const isSeen = ({ left, top, width, height }: DOMRect, element: Element) => {
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && (hit === element || hit.contains(element) || element.contains(hit))
  }
  /** The visible part of a line within all clipping ancestors. */
  const shown = (box: DOMRect, element: Element): DOMRect => {
    let { left, right, top, bottom } = box
    for (let up: Element | null = element; up !== null; up = up.parentElement) {
      if (getComputedStyle(up).overflowX === 'visible') continue
      const frame = up.getBoundingClientRect()
      left = Math.max(left, frame.left)
      right = Math.min(right, frame.right)
      top = Math.max(top, frame.top)
      bottom = Math.min(bottom, frame.bottom)
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  const layered = lines.map(({ box, ...line }) => ({
    ...line,
    box: shown(box, line.element),
    layer: layer(line.element),
  }))
  layered.forEach((one, n) => {
    for (const other of layered.slice(n + 1)) {
      if (one.layer !== other.layer || one.element === other.element || !meets(one.box, other.box)) continue
      if (isSeen(one.box, one.element) || isSeen(other.box, other.element))
        found.add(`overlap ${quote(one.text)} and ${quote(other.text)} in ${where(one.element)}`)
    }
  })
  const controls = [
    ...document.querySelectorAll('button, a[href], input, select, [role="tab"], [role="switch"]'),
  ]
    .filter((element) => !isHidden(element))
    // Only their visible part: lists continue below bars without touching them.
    .map((element) => ({
      element,
      box: shown(element.getBoundingClientRect(), element),
      layer: layer(element),
    }))
    .filter(({ box }) => box.width > 4 && box.height > 4)
  controls.forEach((one, n) => {
    for (const other of controls.slice(n + 1)) {
      const isNested = one.element.contains(other.element) || other.element.contains(one.element)
      if (isNested || one.layer !== other.layer || !meets(one.box, other.box)) continue
      found.add(
        `overlap ${where(one.element)} ${quote(one.element.textContent ?? '')} and ${where(other.element)} ${quote(other.element.textContent ?? '')}`,
      )
    }
  })

  /** Elements that scroll in both directions. A strip of one line may. */
  const oneLine = 64
  for (const element of [
    document.documentElement,
    ...document.querySelectorAll('main, main *, [role="dialog"] *'),
  ]) {
    const { overflowX, overflowY } = getComputedStyle(element)
    const scrolls = [overflowX, overflowY].every((one) => one === 'auto' || one === 'scroll')
    const isRoot = element === document.documentElement
    if (
      (isRoot || (scrolls && element.clientHeight > oneLine)) &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.closest(content) === null
    )
      found.add(`scrolls sideways ${where(element)} ${element.scrollWidth} > ${element.clientWidth}`)
  }
  return [...found]
}
