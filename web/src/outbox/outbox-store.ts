import { deviceDb, writeToDevice } from '../device/device-db.ts'
import type { StoredSend } from '../device/device-rows.ts'
import type { LocalId } from '../feed/rows.ts'

/** This window. It holds a lock of that name as long as it lives. */
export const tab = crypto.randomUUID()
const lockName = (name: string) => `loquat-tab:${name}`

/** Commits at once: a window that is closed right afterwards would abort a transaction that waits for its end. */
export const storeSend = (send: StoredSend): void =>
  writeToDevice((db) => {
    const change = db.transaction('outbox', 'readwrite')
    const stored = change.store.put(send)
    change.commit()
    return Promise.all([stored, change.done])
  })
export const deleteSend = (localId: LocalId): void => writeToDevice((db) => db.delete('outbox', localId))

export function lockTab(): void {
  // Never let go: it ends with the window.
  void navigator.locks?.request(lockName(tab), () => new Promise(() => {}))
}

/** What windows left behind that are gone. Each is taken over by one window only. */
export async function takeOver(adopt: (sends: readonly StoredSend[]) => void): Promise<void> {
  const db = await deviceDb()
  const owners = (await db.getAll('outbox')).map((send) => send.tab)
  await forClosedTabs(owners, async (owner) => {
    const left = (await db.getAll('outbox')).filter((send) => send.tab === owner)
    const taken = left.map((send) => ({ ...send, tab }))
    for (const send of taken) await db.put('outbox', send)
    adopt(taken.sort((a, b) => a.writtenAt - b.writtenAt))
  })
}

/** Does something for each of these windows that is gone, while no other window does the same. */
export async function forClosedTabs(
  owners: readonly string[],
  act: (owner: string) => Promise<void>,
): Promise<void> {
  for (const owner of new Set(owners)) {
    if (owner === tab) continue
    await navigator.locks?.request(lockName(owner), { ifAvailable: true }, async (lock) => {
      if (lock !== null) await act(owner)
    })
  }
}
