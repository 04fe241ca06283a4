import type { Channel, Directory } from '../../../directory/directory.ts'
import { Slot } from '../../../platform/slots.ts'
import { activeSubscribers, byName, presentChannel } from '../../places/channels/present.ts'
import { beginsPiece, JsonList } from './json-list.ts'

/** Not requested, requested but hidden from the viewer, or included. */
export type Subscribers = 'unasked' | 'hidden' | 'shown'

/** All channels as one JSON buffer, ordered by name, each followed by a comma. */
interface ChannelCatalog {
  bytes: Buffer
  /** Start offset of each channel, and the end of the last. */
  starts: number[]
}

interface ChannelTexts {
  /** Position of the last event that changed the directory. */
  changedAt: number
  byName: Channel[]
  catalogs: Partial<Record<Subscribers, ChannelCatalog>>
}

const textSlot = new Slot<Directory, ChannelTexts>()

function textsOf(directory: Directory): ChannelTexts {
  const cached = directory.slots.get(textSlot)
  if (cached?.changedAt === directory.changedAt) return cached
  return directory.slots.set(textSlot, {
    changedAt: directory.changedAt,
    byName: [...directory.channels.values()].sort(byName),
    catalogs: {},
  })
}

export const channelsByName = (directory: Directory): readonly Channel[] => textsOf(directory).byName

function catalogOf(directory: Directory, subscribers: Subscribers): ChannelCatalog {
  const { catalogs, byName } = textsOf(directory)
  catalogs[subscribers] ??= serialize(directory, byName, subscribers)
  return catalogs[subscribers]
}

function serialize(
  directory: Directory,
  channels: readonly Channel[],
  subscribers: Subscribers,
): ChannelCatalog {
  const entries = channels.map((channel) =>
    Buffer.from(`${JSON.stringify({ ...presentChannel(directory, channel), ...people(channel) })},`),
  )
  function people(channel: Channel) {
    if (subscribers === 'unasked') return {}
    return { subscribers: subscribers === 'shown' ? activeSubscribers(directory, channel) : [] }
  }
  const starts = [0]
  for (const entry of entries) starts.push((starts.at(-1) ?? 0) + entry.length)
  return { bytes: Buffer.concat(entries), starts }
}

/**
 * Builds a JSON list from slices of the cached buffer. Channels are given by index in the order of names.
 * Adjacent ones share one slice and nothing is copied, because most viewers see nearly all channels.
 */
export class ChannelList {
  readonly #directory: Directory
  readonly #channels: readonly Channel[]
  readonly #pieces: Buffer[][] = [[]]
  #run: { of: Subscribers; from: number; to: number } | undefined

  constructor(directory: Directory) {
    this.#directory = directory
    this.#channels = channelsByName(directory)
  }

  add(index: number, subscribers: Subscribers): void {
    this.#beginPiece(index)
    if (this.#run?.of === subscribers && this.#run.to === index) this.#run.to++
    else {
      this.#endRun()
      this.#run = { of: subscribers, from: index, to: index + 1 }
    }
  }

  /** Adds a channel with the viewer's personal fields, as JSON. */
  addWith(index: number, subscribers: Subscribers, fields: string): void {
    this.#beginPiece(index)
    this.#endRun()
    const { bytes, starts } = catalogOf(this.#directory, subscribers)
    // Up to the closing brace.
    this.#pieces
      .at(-1)
      ?.push(bytes.subarray(starts[index], (starts[index + 1] ?? 0) - 2), Buffer.from(`,${fields.slice(1)},`))
  }

  list(): JsonList {
    this.#endRun()
    return JsonList.ofBuffers(this.#pieces)
  }

  #beginPiece(index: number): void {
    if (!beginsPiece(this.#channels[index]?.id ?? 0)) return
    this.#endRun()
    this.#pieces.push([])
  }

  #endRun(): void {
    if (this.#run === undefined) return
    const { bytes, starts } = catalogOf(this.#directory, this.#run.of)
    this.#pieces.at(-1)?.push(bytes.subarray(starts[this.#run.from], starts[this.#run.to]))
    this.#run = undefined
  }
}
