import type { KnownPieces } from '@loquat/client'
import type { InitialState } from '@loquat/contract'
import { deleteDB, openDB } from 'idb'
import { isSharedComputer } from '../device/shared-computer.ts'
import { csrfToken } from './api.ts'

/** The last state and queue position: the next start shows it immediately and resumes from there. */
export interface Snapshot {
  /** The CSRF token of the login it belongs to. Other logins do not see it. */
  token: string
  queueId: string
  lastEventId: number
  state: InitialState
  /** Pieces that a new queue does not fetch again. */
  pieces?: KnownPieces
  savedAt: number
}

const databaseName = 'loquat:snapshot'
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

/** Stores the snapshot, except on a shared computer. */
export async function saveSnapshot(snapshot: Omit<Snapshot, 'token' | 'savedAt'>): Promise<void> {
  const token = csrfToken()
  if (token === undefined || isSharedComputer()) return
  try {
    const db = await open()
    await db.put('snapshot', { ...snapshot, token, savedAt: Date.now() } satisfies Snapshot, 'last')
    db.close()
  } catch {
    // Without storage, the next start is a cold one.
  }
}

export const deleteSnapshot = () => deleteDB(databaseName).catch(() => {})
