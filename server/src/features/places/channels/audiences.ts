import { type Channel, type Directory, isAdmin, isGuest, type User } from '../../../directory/directory.ts'
import { hasChannelPermission } from '../../../directory/permissions.ts'
import type { Audience } from '../../../events/audience.ts'

/** Permissions whose holders can see a private channel. */
export const visibilityPermissions = [
  'can_administer_channel_group',
  'can_add_subscribers_group',
  'can_subscribe_group',
] as const

/** Events about archived channels go only to clients that support those. */
export const forClientsOf = (channel: Channel, audience: Audience): Audience =>
  channel.isArchived ? { ...audience, with: 'archived_channels' } : audience

/** Whether a user can see a channel by role or permission, without a subscription. */
export function canSeeUnsubscribed(directory: Directory, user: User, channel: Channel): boolean {
  if (isGuest(user)) return false
  if (!channel.inviteOnly || isAdmin(user)) return true
  return visibilityPermissions.some((permission) =>
    hasChannelPermission(directory, user, channel, permission),
  )
}

/** Recipients of a channel's creation event, before anyone is subscribed. */
export function creationAudience(directory: Directory, channel: Channel): number[] {
  return ids(directory, (user) => channel.isWebPublic || canSeeUnsubscribed(directory, user, channel))
}

/** Recipients of events about a channel's properties. */
export function metadataAudience(directory: Directory, channel: Channel): number[] {
  return ids(
    directory,
    (user) => channel.subscribers.has(user.id) || canSeeUnsubscribed(directory, user, channel),
  )
}

/** Users who can see a channel without being subscribed. Channels with the same viewers have the same key. */
interface ChannelViewers {
  key: string
  ids: ReadonlySet<number>
}

/** Audiences of membership events. Channels with the same permissions share one evaluation over all users. */
export class PeerAudiences {
  readonly #directory: Directory
  readonly #viewers = new Map<string, ChannelViewers>()

  constructor(directory: Directory) {
    this.#directory = directory
  }

  /** Audiences with equal keys differ at most by `except`. */
  of(
    channel: Channel,
    subscribers: ReadonlySet<number>,
    except: ReadonlySet<number>,
  ): { key: string; ids(): number[] } {
    const { key, ids } = this.#viewersOf(channel)
    const isActive = (id: number) => this.#directory.users.get(id)?.isActive === true
    const others = [...subscribers].filter((id) => !ids.has(id) && isActive(id)).sort((a, b) => a - b)
    return {
      key: `${key} ${others}`,
      ids: () => [...ids, ...others].filter((id) => !except.has(id)).sort((a, b) => a - b),
    }
  }

  #viewersOf(channel: Channel): ChannelViewers {
    const { isWebPublic, inviteOnly } = channel
    const holders = inviteOnly
      ? visibilityPermissions.map((permission) => channel.permissions[permission])
      : []
    const key = JSON.stringify([isWebPublic, inviteOnly, holders])
    let viewers = this.#viewers.get(key)
    if (viewers === undefined) {
      const sees = (user: User) => isWebPublic || canSeeUnsubscribed(this.#directory, user, channel)
      viewers = { key: String(this.#viewers.size), ids: new Set(ids(this.#directory, sees)) }
      this.#viewers.set(key, viewers)
    }
    return viewers
  }
}

function ids(directory: Directory, test: (user: User) => boolean): number[] {
  return [...directory.activeUsers()].filter(test).map((user) => user.id)
}
