import type { Channel, Directory } from '../../directory/directory.ts'
import { activeSubscribers, byName, presentChannel } from '../channels/present.ts'

interface ChannelTexts {
  firstMessageId: number | null
  text: string
  /** The same with what may be told of its subscribers. */
  bytes: Partial<Record<Subscribers, Buffer>>
}

/** Not asked for, asked for but not for the viewer, or all of them. */
export type Subscribers = 'unasked' | 'hidden' | 'shown'

interface Texts {
  byName: Channel[]
  /** Position of the last event that changed anything in the directory. */
  changedAt: number
  channels: Map<number, ChannelTexts>
  subscribers: Map<number, string>
}

const texts = new WeakMap<Directory, Texts>()

function textsOf(directory: Directory): Texts {
  const known = texts.get(directory)
  if (known?.changedAt === directory.changedAt) return known
  const fresh = {
    byName: [...directory.channels.values()].sort(byName),
    changedAt: directory.changedAt,
    channels: new Map(),
    subscribers: new Map(),
  }
  texts.set(directory, fresh)
  return fresh
}

export const channelsByName = (directory: Directory): readonly Channel[] => textsOf(directory).byName

function textsOfChannel(directory: Directory, channel: Channel): ChannelTexts {
  const { channels } = textsOf(directory)
  const { firstMessageId } = channel
  const known = channels.get(channel.id)
  // The first message changes a channel without an event of its own.
  if (known?.firstMessageId === firstMessageId) return known
  const fresh = { firstMessageId, text: JSON.stringify(presentChannel(directory, channel)), bytes: {} }
  channels.set(channel.id, fresh)
  return fresh
}

/** A channel as everybody who may know of it is told. */
export function channelText(directory: Directory, channel: Channel, subscribers: Subscribers): string {
  const { text } = textsOfChannel(directory, channel)
  if (subscribers === 'unasked') return text
  const ids = subscribers === 'shown' ? subscribersText(directory, channel) : '[]'
  return withFields(text, `"subscribers":${ids}`)
}

/** The same as bytes, which are kept. */
export function channelBytes(directory: Directory, channel: Channel, subscribers: Subscribers): Buffer {
  const { bytes } = textsOfChannel(directory, channel)
  bytes[subscribers] ??= Buffer.from(channelText(directory, channel, subscribers))
  return bytes[subscribers]
}

/** Who is subscribed, as a list of IDs. */
function subscribersText(directory: Directory, channel: Channel): string {
  const { subscribers } = textsOf(directory)
  const text = subscribers.get(channel.id) ?? JSON.stringify(activeSubscribers(directory, channel))
  subscribers.set(channel.id, text)
  return text
}

/** Adds fields to the text of an object. */
export const withFields = (object: string, fields: string) => `${object.slice(0, -1)},${fields}}`
