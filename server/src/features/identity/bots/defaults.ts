import { type Directory, isGuest, type User } from '../../../directory/directory.ts'

/** Where a message to a channel goes whose bot does not say where. */
export function defaultDestination(sender: User, type: string): number | undefined {
  const toChannel = type === 'channel' || type === 'stream'
  return toChannel ? (sender.botDefaults.sendingChannelId ?? undefined) : undefined
}

type Narrow = [string, string][]

/** What an event queue is narrowed to if its owner does not say. By name, as it is now. */
export function queueNarrow(directory: Directory, user: User, asked: Narrow): Narrow {
  const { eventsChannelId } = user.botDefaults
  const channel = eventsChannelId === null ? undefined : directory.channels.get(eventsChannelId)
  return asked.length > 0 || channel === undefined ? asked : [['stream', channel.name]]
}

/** Whether an event queue gets messages of all public channels. No default opens them to guests. */
export function followsAllPublic(user: User, asked: boolean | undefined): boolean {
  return asked ?? (user.botDefaults.allPublicChannels && !isGuest(user))
}
