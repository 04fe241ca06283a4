import { type Channel, type Directory, isBot, isGuest, type User } from '../../../directory/directory.ts'
import { canReadChannel, canSeeChannel } from '../../../directory/permissions.ts'
import { byName } from './present.ts'

export interface ChannelFilter {
  public: boolean
  webPublic: boolean
  subscribed: boolean
  /** For bots: channels their owner is subscribed to, including private ones. */
  ownerSubscribed: boolean
  /** All channels the viewer can read; replaces the three kinds above. */
  readable: boolean
  /** All channels the viewer can see; replaces all other filters. */
  known: boolean
  archived: boolean
}

/** Channels that match any of the filters, ordered by name. */
export function listChannels(directory: Directory, viewer: User, filter: ChannelFilter): Channel[] {
  return [...directory.channels.values()]
    .filter((channel) => filter.archived || !channel.isArchived)
    .filter((channel) => matchesFilter(directory, viewer, filter, channel))
    .sort(byName)
}

function matchesFilter(directory: Directory, viewer: User, filter: ChannelFilter, channel: Channel): boolean {
  if (filter.known) return canSeeChannel(directory, viewer, channel)
  if (filter.ownerSubscribed && isBot(viewer) && channel.subscribers.has(viewer.botOwnerId ?? 0)) return true
  if (filter.readable) return canReadChannel(directory, viewer, channel)
  return (
    (filter.public && !channel.inviteOnly && !isGuest(viewer)) ||
    (filter.subscribed && channel.subscribers.has(viewer.id)) ||
    (filter.webPublic && channel.isWebPublic && !channel.isArchived)
  )
}
