import { apiError, type RealmSettings } from '@loquat/contract'
import { isAdmin } from '../../../directory/directory.ts'
import { audienceOf } from '../../../events/audience.ts'
import { metadataAudience } from '../../places/channels/audiences.ts'
import { nameOf } from '../../places/channels/bot-text.ts'
import { publishDefaultChannels } from '../../places/channels/default-channels.ts'
import { deleteDefaultChannel } from '../../places/channels/default-channels-store.ts'
import { presentChannel } from '../../places/channels/present.ts'
import { removeFromAllGroups } from '../../places/default-channel-groups/actions.ts'
import { type ChannelChange, postChannelNotice, touchesOf } from './property-change.ts'
import { resetSettings, setColumns } from './store.ts'

/** Organization settings that refer to a channel. */
const channelSettings = [
  'moderation_request_channel_id',
  'new_stream_announcements_stream_id',
  'signup_announcements_stream_id',
  'chat_update_announcements_stream_id',
] as const satisfies (keyof RealmSettings)[]

export async function archive(step: ChannelChange): Promise<void> {
  const { tx, directory, user, channel } = step
  if (channel.isArchived) throw apiError('channel-already-archived')
  const named = channelSettings.filter((name) => directory.setting(name) === channel.id)
  if (named.length > 0) {
    await resetSettings(tx, named)
    const data = Object.fromEntries(named.map((name) => [name, -1]))
    const before = Object.fromEntries(named.map((name) => [name, channel.id]))
    tx.audit({ kind: 'organization.settings_changed', before, after: data })
    tx.publish(
      { type: 'realm', op: 'update_dict', property: 'default', data },
      { everyone: true },
      { realm: true },
    )
  }
  if (directory.defaultChannels.has(channel.id)) {
    await deleteDefaultChannel(tx, channel.id)
    const remaining = new Set(directory.defaultChannels)
    remaining.delete(channel.id)
    publishDefaultChannels(tx, directory, remaining)
  }
  await removeFromAllGroups(tx, directory, channel)
  await setColumns(tx, channel, { is_archived: true })
  publishArchived(step, true)
  const audience = audienceOf(directory, metadataAudience(directory, channel))
  // Clients without support for archived channels get a deletion.
  tx.publish(
    { type: 'stream', op: 'delete', streams: [{ stream_id: channel.id }], stream_ids: [channel.id] },
    { ...audience, without: 'archived_channels' },
    touchesOf(channel),
  )
  const values = { channel: `#**${channel.name}**`, user: nameOf(user) }
  await postChannelNotice(step, (text) => text('channel.archived', values), channel.subscribers.keys())
}

/** For clients that support archived channels. */
function publishArchived({ tx, directory, channel }: ChannelChange, value: boolean): void {
  const { id: stream_id, name } = channel
  const audience = audienceOf(directory, metadataAudience(directory, channel))
  tx.publish(
    { type: 'stream', op: 'update', stream_id, name, property: 'is_archived', value },
    { ...audience, with: 'archived_channels' },
    touchesOf(channel),
  )
}

export async function unarchive(step: ChannelChange): Promise<void> {
  const { tx, directory, user, channel } = step
  if (!channel.isArchived) throw apiError('channel-not-archived')
  if (!isAdmin(user)) throw apiError('channel-unarchiving-denied')
  if (channel.inviteOnly && channel.subscribers.size + channel.former.size === 0) {
    throw apiError('channel-unarchiving-abandoned')
  }
  const isWebPublic = channel.isWebPublic && !channel.inviteOnly
  await setColumns(tx, channel, { is_archived: false, is_web_public: isWebPublic })
  const after = { ...channel, isArchived: false, isWebPublic }
  publishArchived(step, false)
  const audience = audienceOf(directory, metadataAudience(directory, channel))
  tx.publish(
    { type: 'stream', op: 'create', streams: [presentChannel(directory, after)] },
    { ...audience, without: 'archived_channels' },
    touchesOf(channel),
  )
  await postChannelNotice({ ...step, channel: after }, (text) =>
    text('channel.unarchived', { user: nameOf(user) }),
  )
}
