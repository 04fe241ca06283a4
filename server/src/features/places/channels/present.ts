import type { ChannelObject, SubscriptionObject, SystemGroup } from '@loquat/contract'
import { type Channel, type Directory, isGuest, type User } from '../../../directory/directory.ts'
import { presentValues } from '../../../directory/group-values.ts'
import { canSeeChannel } from '../../../directory/permissions.ts'
import { type PersonalChannelSettings, serializePersonalSettings } from '../../../directory/personal-part.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { weeklyTraffic } from './traffic.ts'

export function presentChannel(directory: Directory, channel: Channel): ChannelObject {
  const postPolicy = legacyPostPolicy(directory, channel)
  return {
    stream_id: channel.id,
    name: channel.name,
    is_archived: channel.isArchived,
    description: channel.description,
    rendered_description: channel.renderedDescription,
    date_created: toSeconds(channel.createdAt),
    creator_id: channel.creatorId,
    invite_only: channel.inviteOnly,
    is_web_public: channel.isWebPublic,
    stream_post_policy: postPolicy,
    is_announcement_only: postPolicy === 2,
    message_retention_days: channel.messageRetentionDays,
    history_public_to_subscribers: channel.historyPublicToSubscribers,
    first_message_id: channel.firstMessageId,
    is_recently_active: channel.isRecentlyActive,
    stream_weekly_traffic: weeklyTraffic(
      directory.traffic.get(channel.id) ?? 0,
      channel.createdAt,
      Date.now(),
    ),
    folder_id: channel.folderId,
    ...presentValues(directory, channel.permissions),
  }
}

/** The posting permission as a legacy policy. */
function legacyPostPolicy(directory: Directory, channel: Channel): number {
  const value = channel.permissions.can_send_message_group
  const name = typeof value === 'number' ? directory.groups.get(value)?.name : undefined
  const policies: Partial<Record<SystemGroup, number>> = {
    'role:administrators': 2,
    'role:fullmembers': 3,
    'role:moderators': 4,
  }
  return policies[name as SystemGroup] ?? 1
}

export function presentSubscription(
  channel: ChannelObject,
  personal: PersonalChannelSettings,
): SubscriptionObject {
  return { ...channel, ...serializePersonalSettings(personal) }
}

/** Active subscribers in ascending order; empty for viewers who may not see them. */
export function presentSubscribers(directory: Directory, viewer: User, channel: Channel): number[] {
  return maySeeSubscribers(directory, viewer, channel) ? activeSubscribers(directory, channel) : []
}

export const maySeeSubscribers = (directory: Directory, viewer: User, channel: Channel) =>
  isGuest(viewer)
    ? channel.isWebPublic || channel.subscribers.has(viewer.id)
    : canSeeChannel(directory, viewer, channel)

export function activeSubscribers(directory: Directory, channel: Channel): number[] {
  return [...channel.subscribers.keys()]
    .filter((id) => directory.users.get(id)?.isActive)
    .sort((a, b) => a - b)
}

/** Orders channels by name, in code-point order. */
export const byName = (a: { name: string }, b: { name: string }) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0
