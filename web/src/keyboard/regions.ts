/** Regions of the app in the order of F6, each with the elements that can take the focus. */
const regions = [
  { region: '[data-region="left"]', first: ['[role=treeitem][tabindex="0"]'] },
  // The feed itself has the focus while no message is selected.
  { region: '[role="feed"]', first: ['[data-selected="true"]', ':scope'] },
  { region: '[data-region="center"] [role="grid"]', first: ['a[href]'] },
  { region: '[data-region="compose"]', first: ['textarea', 'button'] },
  { region: '[data-region="right"]', first: ['input', 'a[href]'] },
  { region: '[data-region="center"] header', first: ['a[href]', 'button'] },
] as const

const isShown = (element: HTMLElement | null): element is HTMLElement => element?.checkVisibility() === true

/** Focuses the next visible region. */
export function focusRegion(step: 1 | -1): void {
  const shown = regions
    .map(({ region, first }) => ({ element: document.querySelector<HTMLElement>(region), first }))
    .filter((one): one is { element: HTMLElement; first: (typeof one)['first'] } => isShown(one.element))
  const at = shown.findIndex(({ element }) => element.contains(document.activeElement))
  const from = at === -1 && step === -1 ? 0 : at
  const target = shown.at((from + step + shown.length) % shown.length)
  if (target === undefined) return
  for (const part of target.first) {
    const inside = [...target.element.querySelectorAll<HTMLElement>(part)]
    const found = part === ':scope' ? target.element : inside.find(isShown)
    if (found === undefined) continue
    found.focus()
    return
  }
}
