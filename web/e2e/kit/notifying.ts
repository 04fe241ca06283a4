import type { BrowserContext, Page } from 'playwright-core'

/** What a page told its reader outside of itself. */
export interface Told {
  notifications: { title: string; body: string; tag: string; isClosed: boolean }[]
  /** Numbers that it put on its icon, the last one last. */
  badges: number[]
  /** Notes that it played. */
  notes: number
}

/** From the next page on, notes what is shown and played rather than doing it. */
export const recordTelling = (where: Page | BrowserContext): Promise<unknown> =>
  where.addInitScript(() => {
    const told: Told = { notifications: [], badges: [], notes: 0 }
    class Recorded {
      static permission = 'granted'
      static requestPermission = () => Promise.resolve('granted')
      readonly tag: string
      onclick: (() => void) | null = null
      readonly #shown: Told['notifications'][number]
      constructor(title: string, { body = '', tag = '' } = {}) {
        this.tag = tag
        this.#shown = { title, body, tag, isClosed: false }
        told.notifications.push(this.#shown)
      }
      close() {
        this.#shown.isClosed = true
      }
    }
    Object.assign(globalThis, { Notification: Recorded, told })
    Object.defineProperty(navigator, 'setAppBadge', {
      value: async (count: number) => void told.badges.push(count),
    })
    Object.assign(OscillatorNode.prototype, { start: () => void told.notes++, stop: () => {} })
  })

export const toldBy = (page: Page): Promise<Told> =>
  page.evaluate(() => (globalThis as unknown as { told: Told }).told)
