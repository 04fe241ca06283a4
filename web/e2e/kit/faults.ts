import type { Page } from 'playwright-core'

const storageKey = 'test.faults'

/**
 * From the next page load, rendering an element throws if its `aria-label` matches one of these regular expressions, and so does
 * inserting nodes whose text matches: like a bug in a component.
 */
export async function injectFaults(page: Page, ...faults: string[]): Promise<void> {
  await page.addInitScript((storageKey) => {
    const faults = (JSON.parse(sessionStorage.getItem(storageKey) ?? '[]') as string[]).map(
      (fault) => new RegExp(fault),
    )
    const fail = (text: string | null) => {
      if (faults.some((fault) => fault.test(text ?? ''))) throw new TypeError(`Injected fault: ${text}`)
    }
    const { setAttribute, replaceChildren } = Element.prototype
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'aria-label') fail(value)
      setAttribute.call(this, name, value)
    }
    Element.prototype.replaceChildren = function (...nodes) {
      for (const node of nodes) fail(typeof node === 'string' ? node : node.textContent)
      replaceChildren.apply(this, nodes)
    }
  }, storageKey)
  await setFaults(page, ...faults)
}

/** Replaces the faults from the next page load. */
export const setFaults = (page: Page, ...faults: string[]): Promise<void> =>
  page.evaluate(([storageKey, faults]) => sessionStorage.setItem(storageKey, JSON.stringify(faults)), [
    storageKey,
    faults,
  ] as const)
