import type { Channel, Directory } from '../../../directory/directory.ts'
import { activeSubscribers, byName, presentChannel } from '../../places/channels/present.ts'

/** Not asked for, asked for but not for the viewer, or all of them. */
export type Subscribers = 'unasked' | 'hidden' | 'shown'

/** All channels as JSON in one piece, in the order of their names, each with a comma behind it. */
interface Catalogue {
  bytes: Buffer
  /** Where each begins, and where the last one ends. */
  starts: number[]
}

interface Texts {
  /** Position of the last event that changed anything in the directory. */
  changedAt: number
  byName: Channel[]
  catalogues: Partial<Record<Subscribers, Catalogue>>
}

const texts = new WeakMap<Directory, Texts>()

function textsOf(directory: Directory): Texts {
  const known = texts.get(directory)
  if (known?.changedAt === directory.changedAt) return known
  const fresh = {
    changedAt: directory.changedAt,
    byName: [...directory.channels.values()].sort(byName),
    catalogues: {},
  }
  texts.set(directory, fresh)
  return fresh
}

export const channelsByName = (directory: Directory): readonly Channel[] => textsOf(directory).byName

function catalogueOf(directory: Directory, subscribers: Subscribers): Catalogue {
  const { catalogues, byName } = textsOf(directory)
  catalogues[subscribers] ??= printed(directory, byName, subscribers)
  return catalogues[subscribers]
}

function printed(directory: Directory, channels: readonly Channel[], subscribers: Subscribers): Catalogue {
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
 * Collects channels into the parts of a JSON list. They are named by their place in the order of names; those that stand side
 * by side there become one part, and nothing is copied: most viewers are told of nearly all channels.
 */
export class ChannelList {
  readonly #directory: Directory
  readonly #parts: Buffer[] = []
  #run: { of: Subscribers; from: number; to: number } | undefined

  constructor(directory: Directory) {
    this.#directory = directory
  }

  add(place: number, subscribers: Subscribers): void {
    if (this.#run?.of === subscribers && this.#run.to === place) this.#run.to++
    else {
      this.#endRun()
      this.#run = { of: subscribers, from: place, to: place + 1 }
    }
  }

  /** With what only the viewer is told of it. */
  addWith(place: number, subscribers: Subscribers, fields: object): void {
    this.#endRun()
    const { bytes, starts } = catalogueOf(this.#directory, subscribers)
    // Up to the brace at its end.
    this.#parts.push(
      bytes.subarray(starts[place], (starts[place + 1] ?? 0) - 2),
      Buffer.from(`,${JSON.stringify(fields).slice(1, -1)}},`),
    )
  }

  parts(): Buffer[] {
    this.#endRun()
    const last = this.#parts.pop()
    // Behind the last one there is no comma.
    return last === undefined ? [brackets] : [opening, ...this.#parts, last.subarray(0, -1), closing]
  }

  #endRun(): void {
    if (this.#run === undefined) return
    const { bytes, starts } = catalogueOf(this.#directory, this.#run.of)
    this.#parts.push(bytes.subarray(starts[this.#run.from], starts[this.#run.to]))
    this.#run = undefined
  }
}

const [opening, closing, brackets] = ['[', ']', '[]'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
]
