import { type Channel, type Directory, isBot, isGuest, type User } from '../../../directory/directory.ts'
import { canReadChannel, canSeeChannel } from '../../../directory/permissions.ts'
import { byName } from './present.ts'

export interface ChannelFilter {
  public: boolean
  webPublic: boolean
  subscribed: boolean
  /** For bots: where their owner is, private channels included. */
  ownerSubscribed: boolean
  /** Whatever the viewer may read, in place of the three kinds above. */
  readable: boolean
  /** Whatever the viewer may know of, in place of everything else. */
  known: boolean
  archived: boolean
}

/** The channels that any of the filters names, by name. */
export function listChannels(directory: Directory, viewer: User, filter: ChannelFilter): Channel[] {
  return [...directory.channels.values()]
    .filter((channel) => filter.archived || !channel.isArchived)
    .filter((channel) => isNamed(directory, viewer, filter, channel))
    .sort(byName)
}

function isNamed(directory: Directory, viewer: User, filter: ChannelFilter, channel: Channel): boolean {
  if (filter.known) return canSeeChannel(directory, viewer, channel)
  if (filter.ownerSubscribed && isBot(viewer) && channel.subscribers.has(viewer.botOwnerId ?? 0)) return true
  if (filter.readable) return canReadChannel(directory, viewer, channel)
  return (
    (filter.public && !channel.inviteOnly && !isGuest(viewer)) ||
    (filter.subscribed && channel.subscribers.has(viewer.id)) ||
    (filter.webPublic && channel.isWebPublic && !channel.isArchived)
  )
}
