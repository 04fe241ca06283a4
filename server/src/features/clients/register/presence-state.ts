import type { InitialState } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { highestUpdate, listPresences } from '../../identity/presence/present.ts'
import type { ListedPresence } from '../../identity/presence/store.ts'
import type { StateRequest } from './request.ts'

/** Fetch type `presence`. */
export function presenceState(
  directory: Directory,
  viewer: User,
  presences: readonly ListedPresence[],
  { slimPresence, presenceUpdateId, now }: StateRequest,
): Partial<InitialState> {
  return {
    presences: listPresences(directory, viewer, presences, slimPresence ? 'lasting' : 'legacy', now),
    presence_last_update_id: highestUpdate(presences, presenceUpdateId ?? -1),
    server_timestamp: now / 1_000,
  }
}
