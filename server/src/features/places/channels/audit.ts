import type { Channel, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'

/** The channel as the audit log names it. */
export const channelTarget = ({ id, name }: Channel) => ({ type: 'channel', id, name }) as const

export function auditCreated(tx: Tx, created: readonly Channel[]): void {
  for (const channel of created) {
    const { inviteOnly: invite_only, isWebPublic: is_web_public, description, permissions } = channel
    const after = { invite_only, is_web_public, description, ...permissions }
    tx.audit({ kind: 'channel.created', target: channelTarget(channel), after })
  }
}

/** Records changes of the subscriptions of others; people may join and leave on their own as they like. */
export function auditOthers(
  tx: Tx,
  caller: User,
  kind: 'channel.users_added' | 'channel.users_removed',
  changed: readonly { user: User; channel: Channel }[],
): void {
  const ofOthers = changed.filter(({ user }) => user.id !== caller.id)
  for (const [channel, list] of Map.groupBy(ofOthers, (one) => one.channel)) {
    tx.audit({ kind, target: channelTarget(channel), after: { user_ids: list.map(({ user }) => user.id) } })
  }
}
