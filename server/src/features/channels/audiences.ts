import { type Channel, type Directory, isAdmin, isGuest, type User } from '../../directory/directory.ts'
import { mayInChannel } from '../../directory/permissions.ts'
import type { Audience } from '../../events/audience.ts'

/** Permissions that let those who hold them know of a private channel. */
export const granting = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const

/** Clients that do not know archived channels are not told what happens to one. */
export const forClientsOf = (channel: Channel, audience: Audience): Audience =>
  channel.isArchived ? { ...audience, with: 'archived_channels' } : audience

/** Sees a channel by role or permission, subscribed or not. */
export function seesByRight(directory: Directory, user: User, channel: Channel): boolean {
  if (isGuest(user)) return false
  if (!channel.inviteOnly || isAdmin(user)) return true
  return granting.some((permission) => mayInChannel(directory, user, channel, permission))
}

/** Who is told of a channel's creation before anyone is subscribed. */
export function creationAudience(directory: Directory, channel: Channel): number[] {
  return ids(directory, (user) => channel.isWebPublic || seesByRight(directory, user, channel))
}

/** Who is told when something about a channel changes. */
export function metadataAudience(directory: Directory, channel: Channel): number[] {
  return ids(directory, (user) => channel.subscribers.has(user.id) || seesByRight(directory, user, channel))
}

/** Who is told about the membership of others in a channel. */
export function peerAudience(
  directory: Directory,
  channel: Channel,
  subscribers: ReadonlySet<number>,
  except: ReadonlySet<number>,
): number[] {
  return ids(
    directory,
    (user) =>
      !except.has(user.id) &&
      (channel.isWebPublic || subscribers.has(user.id) || seesByRight(directory, user, channel)),
  )
}

function ids(directory: Directory, test: (user: User) => boolean): number[] {
  return [...directory.activeUsers()].filter(test).map((user) => user.id)
}
