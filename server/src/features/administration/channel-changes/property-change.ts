import { administerChannelDenial, apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { canReadChannel, permissionsOf } from '../../../directory/permissions.ts'
import { audienceOf } from '../../../events/audience.ts'
import type { PublishedBody } from '../../../events/logged-event.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { noticesOf } from '../../../texts/notices.ts'
import type { Translate } from '../../../texts/texts.ts'
import { postNotice } from '../../conversation/messages/notices.ts'
import { callerOf } from '../../identity/users/principals.ts'
import { forClientsOf, metadataAudience } from '../../places/channels/audiences.ts'
import { channelTarget } from '../../places/channels/audit.ts'
import { channelState } from './store.ts'

/** One change of a channel inside its own transaction, with current state. */
export interface ChannelChange {
  app: App
  tx: Tx
  realm: Realm
  directory: Directory
  user: User
  channel: Channel
  /** The change was made on another server, which this organization previews: it was allowed and announced there. */
  isFollowed?: true
}

/**
 * Applies one change. Whether the user may change the channel at all was decided before the first change; a
 * later one may have revoked it.
 */
export async function applyChange(
  app: App,
  realm: Realm,
  userId: number,
  channelId: number,
  work: (step: ChannelChange) => Promise<void>,
): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const { directory } = realm
    const channel = directory.channels.get(channelId)
    if (channel === undefined) throw apiError('channel-not-found')
    const before = await channelState(tx, channelId)
    await work({ app, tx, realm, directory, user: callerOf(directory, userId), channel })
    const after = await channelState(tx, channelId)
    const kind = after.is_archived && !before.is_archived ? 'channel.archived' : 'channel.changed'
    tx.audit({ kind, target: channelTarget(channel), before, after })
  })
}

/** Administrators may change any channel, others only those they administer. */
export function assertAdministers(directory: Directory, user: User, id: number): Channel {
  const channel = directory.channels.get(id)
  if (channel === undefined) throw apiError('channel-not-found')
  if (administerChannelDenial(permissionsOf(directory), user, channel) === undefined) return channel
  if (!canReadChannel(directory, user, channel)) throw apiError('channel-not-found')
  throw apiError('channel-administration-denied')
}

export const touchesOf = (channel: Channel) => ({ channels: [channel.id] })

type ChannelUpdate = Extract<PublishedBody, { type: 'stream'; op: 'update' }>

/** Publishes to everyone who can see the channel. */
export function publishUpdate(
  { tx, directory, channel }: ChannelChange,
  change: Omit<ChannelUpdate, 'type' | 'op' | 'stream_id' | 'name'>,
  users: readonly number[] = metadataAudience(directory, channel),
): void {
  const { id: stream_id, name } = channel
  tx.publish(
    { type: 'stream', op: 'update', stream_id, name, ...change },
    forClientsOf(channel, audienceOf(directory, users)),
    touchesOf(channel),
  )
}

/** Posts a notice in the channel, already read for the user who made the change. */
export async function postChannelNotice(
  { app, tx, realm, directory, user, channel, isFollowed }: ChannelChange,
  write: (text: Translate) => string,
  readBy: Iterable<number> = [user.id],
): Promise<void> {
  if (isFollowed) return
  const text = noticesOf(directory)
  const where = { channel, topic: text('topics.channelEvents') }
  await postNotice(app, tx, realm, where, write(text), readBy)
}
