import type { Channel, Directory, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { publishVisibilityAfterMembershipChange } from '../../identity/users/guest-visibility.ts'
import { giveHistory } from './newcomer-store.ts'
import { publishPeers } from './publish.ts'
import { insertSubscriptions } from './store.ts'
import { withColors } from './subscribe.ts'

export const defaultChannelsOf = (directory: Directory): Channel[] =>
  [...directory.channels.values()]
    .filter((channel) => directory.defaultChannels.has(channel.id))
    .sort((a, b) => a.id - b.id)

/**
 * Subscribes the account that this transaction creates. Publishes only to the others: the new account has no
 * event queue yet. The event that publishes the account must list these subscriptions among its touches.
 */
export async function subscribeNewcomer(
  tx: Tx,
  directory: Directory,
  user: User,
  channels: readonly Channel[],
): Promise<void> {
  const missing = channels.map((channel) => ({ user, channel, color: undefined }))
  await insertSubscriptions(tx, await withColors(tx, missing))
  await giveHistory(tx, user.id, channels)
  const changed = new Set([user.id])
  const changes = channels.map((channel) => ({
    channel,
    changed,
    subscribers: new Set([...channel.subscribers.keys(), user.id]),
  }))
  await publishVisibilityAfterMembershipChange(tx, directory, [user], changes)
  publishPeers(tx, directory, 'peer_add', changes)
}
