import { deviceDb, writeToDevice } from '../device/device-db.ts'
import type { StoredSend } from '../device/device-rows.ts'
import type { LocalId } from '../feed/rows.ts'

/** ID of this tab. It holds a lock with this name while it is open. */
export const tabId = crypto.randomUUID()
const lockName = (name: string) => `loquat-tab:${name}`

/** Commits explicitly: closing the tab aborts transactions that are still open. */
export const storeSend = (send: StoredSend): void =>
  writeToDevice((db) => {
    const change = db.transaction('outbox', 'readwrite')
    const stored = change.store.put(send)
    change.commit()
    return Promise.all([stored, change.done])
  })
export const deleteSend = (localId: LocalId): void => writeToDevice((db) => db.delete('outbox', localId))

export function lockTab(): void {
  // Never released: the browser does so when the tab is closed.
  void navigator.locks?.request(lockName(tabId), () => new Promise(() => {}))
}

/** Takes over unsent messages of closed tabs. A lock ensures that only one tab does. */
export async function adoptClosedTabs(adopt: (sends: readonly StoredSend[]) => void): Promise<void> {
  const db = await deviceDb()
  const owners = (await db.getAll('outbox')).map((send) => send.tab)
  await forClosedTabs(owners, async (owner) => {
    const left = (await db.getAll('outbox')).filter((send) => send.tab === owner)
    const taken = left.map((send) => ({ ...send, tab: tabId }))
    for (const send of taken) await db.put('outbox', send)
    adopt(taken.sort((a, b) => a.writtenAt - b.writtenAt))
  })
}

/** Runs a function for each closed tab, while no other tab does. */
export async function forClosedTabs(
  owners: readonly string[],
  act: (owner: string) => Promise<void>,
): Promise<void> {
  for (const owner of new Set(owners)) {
    if (owner === tabId) continue
    await navigator.locks?.request(lockName(owner), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await act(owner)
    })
  }
}
