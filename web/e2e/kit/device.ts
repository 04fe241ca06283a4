import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** All entries of one store of the app's database. */
const stored = (page: Page, store: 'feeds' | 'outbox'): Promise<unknown[]> =>
  page.evaluate(async (store) => {
    const found = (await indexedDB.databases()).find(({ name }) => name?.startsWith('loquat:http'))
    if (found?.name === undefined) return []
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const db = await done(indexedDB.open(found.name))
    const all: unknown[] = await done(db.transaction(store).objectStore(store).getAll())
    db.close()
    return all
  }, store)

/** Keys of the feeds that can be shown offline. */
export const keptFeeds = async (page: Page): Promise<string[]> =>
  (await stored(page, 'feeds')).map((feed) => (feed as { key: string }).key)

/** Texts of messages that would be sent after a reload. */
export const keptTexts = async (page: Page): Promise<string[]> =>
  (await stored(page, 'outbox')).map((entry) => {
    const { content, edited } = entry as { content: string; edited?: string }
    return edited ?? content
  })

/** Waits until the outbox is empty. */
export const expectNothingToSend = (page: Page): Promise<void> =>
  expect.poll(() => stored(page, 'outbox')).toEqual([])
