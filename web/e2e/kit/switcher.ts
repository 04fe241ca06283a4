import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

const label = 'Go anywhere'

export const switcherField = (page: Page): Locator => page.getByRole('combobox', { name: label })

/** The first result of the quick switcher if it is not the wanted one; otherwise undefined. */
export async function wrongFirstResult(page: Page, wanted: RegExp): Promise<string | undefined> {
  const first = page.getByRole('listbox', { name: label }).getByRole('option').first()
  try {
    await expect.poll(() => first.innerText(), { timeout: 10_000 }).toMatch(wanted)
    return undefined
  } catch {
    return await first.innerText()
  }
}
