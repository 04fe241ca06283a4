import { type Directory, isGuest, type User } from '../../../directory/directory.ts'

/** The default channel for messages a bot sends without naming one. */
export function defaultDestination(sender: User, type: string): number | undefined {
  const toChannel = type === 'channel' || type === 'stream'
  return toChannel ? (sender.botDefaults.sendingChannelId ?? undefined) : undefined
}

type Narrow = [string, string][]

/** The narrow of a bot's event queue when the request has none. Uses the channel's current name. */
export function queueNarrow(directory: Directory, user: User, requested: Narrow): Narrow {
  const { eventsChannelId } = user.botDefaults
  const channel = eventsChannelId === null ? undefined : directory.channels.get(eventsChannelId)
  return requested.length > 0 || channel === undefined ? requested : [['stream', channel.name]]
}

/** Whether an event queue gets messages of all public channels. The default never applies to guests. */
export function followsAllPublic(user: User, requested: boolean | undefined): boolean {
  return requested ?? (user.botDefaults.allPublicChannels && !isGuest(user))
}
