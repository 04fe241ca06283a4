import type { Channel, Directory } from '../../directory/directory.ts'
import { activeSubscribers, presentChannel } from '../channels/present.ts'

interface Texts {
  /** Position of the last event that changed anything in the directory. */
  changedAt: number
  channels: Map<number, { firstMessageId: number | null; text: string }>
  subscribers: Map<number, string>
}

const texts = new WeakMap<Directory, Texts>()

function textsOf(directory: Directory): Texts {
  const known = texts.get(directory)
  if (known?.changedAt === directory.changedAt) return known
  const fresh = { changedAt: directory.changedAt, channels: new Map(), subscribers: new Map() }
  texts.set(directory, fresh)
  return fresh
}

/** A channel as everybody who may know of it is told. */
export function channelText(directory: Directory, channel: Channel): string {
  const { channels } = textsOf(directory)
  const { firstMessageId } = channel
  const known = channels.get(channel.id)
  // The first message changes a channel without an event of its own.
  if (known?.firstMessageId === firstMessageId) return known.text
  const text = JSON.stringify(presentChannel(directory, channel))
  channels.set(channel.id, { firstMessageId, text })
  return text
}

/** Who is subscribed, as a list of IDs. */
export function subscribersText(directory: Directory, channel: Channel): string {
  const { subscribers } = textsOf(directory)
  const text = subscribers.get(channel.id) ?? JSON.stringify(activeSubscribers(directory, channel))
  subscribers.set(channel.id, text)
  return text
}

/** Adds fields to the text of an object. */
export const withFields = (object: string, fields: string) => `${object.slice(0, -1)},${fields}}`
