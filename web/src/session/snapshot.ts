import type { InitialState } from '@loquat/contract'
import { deleteDB, openDB } from 'idb'
import { isSharedComputer } from '../device/shared-computer.ts'
import { csrfToken } from './api.ts'

/** Where everything stood when the app was last open here: the next start shows it at once, and goes on from there. */
export interface Snapshot {
  /** The login that it was made with. Whoever logs in otherwise does not see it. */
  token: string
  queueId: string
  lastEventId: number
  state: InitialState
  savedAt: number
}

const databaseName = 'loquat:snapshot'
/** Older than this it says too little. */
const snapshotLifetimeMs = 7 * 24 * 3_600_000

const open = () =>
  openDB(databaseName, 1, {
    upgrade(db) {
      db.createObjectStore('snapshot')
    },
  })

export async function loadSnapshot(): Promise<Snapshot | undefined> {
  const token = csrfToken()
  if (token === undefined || isSharedComputer()) return undefined
  try {
    const db = await open()
    const found = (await db.get('snapshot', 'last')) as Snapshot | undefined
    db.close()
    return found?.token === token && Date.now() - found.savedAt < snapshotLifetimeMs ? found : undefined
  } catch {
    return undefined
  }
}

/** Keeps it, unless this is a computer that others use too: then logging in was not meant to leave anything behind. */
export async function saveSnapshot(snapshot: Omit<Snapshot, 'token' | 'savedAt'>): Promise<void> {
  const token = csrfToken()
  if (token === undefined || isSharedComputer()) return
  try {
    const db = await open()
    await db.put('snapshot', { ...snapshot, token, savedAt: Date.now() } satisfies Snapshot, 'last')
    db.close()
  } catch {
    // Browsers may refuse; then the next start is a cold one.
  }
}

export const deleteSnapshot = () => deleteDB(databaseName).catch(() => {})
