import {
  apiError,
  type ChannelPermission,
  channelPermissions,
  type GroupSettingChange,
  type GroupSettingValue,
} from '@loquat/contract'
import type { Channel, Directory } from '../../../directory/directory.ts'
import { changedValue } from '../../../directory/group-values.ts'
import { canReadChannel, canSeeChannel } from '../../../directory/permissions.ts'
import { metadataAudience } from '../../places/channels/audiences.ts'
import { nameOf } from '../../places/channels/bot-text.ts'
import { presentChannel } from '../../places/channels/present.ts'
import { publishHidden, publishShown } from '../../places/channels/publish.ts'
import { type ChannelChange, postChannelNotice, publishUpdate } from './property-change.ts'
import { setPermission } from './store.ts'

const contentPermissions = new Set<ChannelPermission>(['can_add_subscribers_group', 'can_subscribe_group'])
const visibilityPermissions = new Set<ChannelPermission>([
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
])

/** Changes the group that holds a permission of the channel. */
export async function changePermissionGroup(
  step: ChannelChange,
  permission: ChannelPermission,
  change: GroupSettingChange,
): Promise<void> {
  const { tx, directory, user, channel } = step
  const current = channel.permissions[permission]
  const mayChange = () => {
    if (contentPermissions.has(permission) && !canReadChannel(directory, user, channel)) {
      throw apiError('channel-permission-denied', { permission })
    }
  }
  const value = changedValue(
    directory,
    permission,
    channelPermissions[permission],
    current,
    change,
    mayChange,
  )
  if (value === undefined) return
  await setPermission(tx, channel, permission, value)
  const after: Channel = { ...channel, permissions: { ...channel.permissions, [permission]: value } }
  if (visibilityPermissions.has(permission)) publishGroupVisibility(step, permission, value, after)
  else publishUpdate(step, { property: permission, value })
  if (permission === 'can_send_message_group') await publishPostingPermission(step, current, value, after)
}

/**
 * Publishes the channel to users who gain sight of it, its deletion to those who lose it, and the change to
 * all others.
 */
function publishGroupVisibility(
  step: ChannelChange,
  permission: ChannelPermission,
  value: GroupSettingValue,
  after: Channel,
): void {
  const { tx, directory, channel } = step
  const people = [...directory.activeUsers()]
  const gained = people.filter(
    (one) => !canSeeChannel(directory, one, channel) && canSeeChannel(directory, one, after),
  )
  const lost = people.filter(
    (one) => canSeeChannel(directory, one, channel) && !canSeeChannel(directory, one, after),
  )
  const newcomers = new Set(gained.map((one) => one.id))
  publishUpdate(
    step,
    { property: permission, value },
    metadataAudience(directory, after).filter((id) => !newcomers.has(id)),
  )
  publishShown(tx, directory, after, [...newcomers])
  publishHidden(
    tx,
    [channel],
    lost.map((one) => one.id),
  )
}

/** Publishes the change to older clients, which use other properties, and posts a notice. */
async function publishPostingPermission(
  step: ChannelChange,
  before: GroupSettingValue,
  value: GroupSettingValue,
  after: Channel,
): Promise<void> {
  const { directory, channel, user } = step
  const old = presentChannel(directory, channel)
  const now = presentChannel(directory, after)
  if (old.stream_post_policy !== now.stream_post_policy) {
    publishUpdate(step, { property: 'stream_post_policy', value: now.stream_post_policy })
    publishUpdate(step, { property: 'is_announcement_only', value: now.is_announcement_only })
  }
  await postChannelNotice(step, (text) =>
    [
      `${text('channel.posting', { user: nameOf(user) })}\n`,
      `* **${text('channel.oldPosting')}**: ${describeHolders(directory, before)}`,
      `* **${text('channel.newPosting')}**: ${describeHolders(directory, value)}`,
    ].join('\n'),
  )
}

/** Lists groups, then people, each by ID. */
function describeHolders(directory: Directory, value: GroupSettingValue): string {
  const { direct_members, direct_subgroups } =
    typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value
  const groups = direct_subgroups
    .toSorted((a, b) => a - b)
    .map((id) => `@_*${directory.groups.get(id)?.name ?? ''}*`)
  const people = direct_members
    .toSorted((a, b) => a - b)
    .flatMap((id) => directory.users.get(id) ?? [])
    .map(nameOf)
  return [...groups, ...people].join(', ')
}
