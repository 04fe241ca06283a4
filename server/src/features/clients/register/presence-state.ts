import type { InitialState } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { highestUpdate, listPresences } from '../../identity/presence/present.ts'
import type { StoredPresence } from '../../identity/presence/store.ts'

/** Fetch type `presence`. */
export function presenceState(
  directory: Directory,
  viewer: User,
  presences: readonly StoredPresence[],
  isModern: boolean,
  now: number,
): Partial<InitialState> {
  return {
    presences: listPresences(directory, viewer, presences, isModern),
    presence_last_update_id: highestUpdate(presences, -1),
    server_timestamp: now / 1_000,
  }
}
