import { canReadMessage } from '@loquat/contract'
import type { Directory, User } from '../../../directory/directory.ts'
import { permissionsOf } from '../../../directory/permissions.ts'
import { isSpectator } from '../../../directory/spectator.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import type { Relation } from '../read-state/flags-store.ts'

/** Whether the message is in the reader's own history: received, or added later. */
export const isInHistory = ({ received, flags }: Relation) =>
  received || (flags & (flagBits.historical | flagBits.delivered)) !== 0

/** Whether a user may read a message by ID. */
export function mayReadMessage(directory: Directory, user: User, relation: Relation): boolean {
  if (relation.channelId === null) return relation.received
  const channel = directory.channels.get(relation.channelId)
  if (channel === undefined) return false
  if (isSpectator(user)) return channel.isWebPublic
  return canReadMessage(permissionsOf(directory), user, channel, isInHistory(relation))
}
