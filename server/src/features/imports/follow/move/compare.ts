import type { Db } from '../../../../db/database.ts'
import { caseless, type Directory } from '../../../../directory/directory.ts'
import type { Realm } from '../../../../realms/realm.ts'
import {
  type ComparedMessage,
  type ComparedReaction,
  type MessagePair,
  messageCounts,
  messagePairs,
  oldIds,
} from './compare-store.ts'

const batchSize = 500
/** Differences that are listed; all are counted. */
const maxListed = 100

export const differenceKinds = [
  'missing',
  'sender',
  'channel',
  'topic',
  'text',
  'reactions',
  'message count',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export interface Difference {
  kind: DifferenceKind
  /** The ID of the message on the old server, or the name of the channel. */
  of: string
  preview: string
  fresh: string
}

export interface Comparison {
  messages: number
  channels: number
  counts: Record<DifferenceKind, number>
  listed: Difference[]
}

export const differencesIn = ({ counts }: Comparison): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Compares the messages of a preview with those of a later import of the same organization. */
export async function compareWithImport(
  db: Db,
  preview: Realm,
  fresh: Realm,
  { signal, onStatus }: { signal: AbortSignal; onStatus(text: string): void },
): Promise<Comparison> {
  const comparison: Comparison = {
    messages: 0,
    channels: 0,
    counts: Object.fromEntries(differenceKinds.map((kind) => [kind, 0])) as Record<DifferenceKind, number>,
    listed: [],
  }
  const add = (difference: Difference) => {
    comparison.counts[difference.kind]++
    if (comparison.listed.length < maxListed) comparison.listed.push(difference)
  }
  const [ours, theirs] = [await viewOf(db, preview), await viewOf(db, fresh)]
  for (let after = ''; ; ) {
    signal.throwIfAborted()
    const pairs = await messagePairs(db, preview.id, fresh.id, after, batchSize)
    for (const pair of pairs) for (const difference of differencesOf(pair, ours, theirs)) add(difference)
    comparison.messages += pairs.length
    onStatus(`comparing: ${comparison.messages.toLocaleString('en')} messages`)
    const last = pairs.at(-1)
    if (last === undefined) break
    after = last.oldId
  }
  for (const difference of await countDifferences(db, ours, theirs)) add(difference)
  comparison.channels = ours.channels.size
  return comparison
}

/** An organization in terms of the IDs of the old server. */
class OldView {
  readonly realm: Realm
  readonly users: ReadonlyMap<number, string>
  readonly channels: ReadonlyMap<number, string>
  readonly #emoji: ReadonlyMap<number, string>
  readonly #usersByName: ReadonlyMap<string, string>

  constructor(
    realm: Realm,
    { users, channels, emoji }: Record<'users' | 'channels' | 'emoji', ReadonlyMap<number, string>>,
  ) {
    this.realm = realm
    this.users = users
    this.channels = channels
    this.#emoji = emoji
    this.#usersByName = new Map(
      [...users].flatMap(([id, oldId]) => {
        const user = realm.directory.users.get(id)
        return user === undefined ? [] : [[caseless(user.fullName), oldId] as const]
      }),
    )
  }

  get directory(): Directory {
    return this.realm.directory
  }

  user(id: number): string {
    return this.users.get(id) ?? `account ${id}`
  }

  channel(id: number | null): string {
    return id === null ? 'direct' : (this.channels.get(id) ?? `channel ${id}`)
  }

  reactions(reactions: readonly ComparedReaction[]): string {
    const names = reactions.map(({ userId, type, code }) => {
      const emoji = type === 'realm_emoji' ? this.#emoji.get(Number(code)) : code
      return `${emoji ?? code} by ${this.user(userId)}`
    })
    return names.sort().join(', ')
  }

  /**
   * A text without the parts that differ between two conversions of one text: IDs, paths of files, names of standard
   * emoji, and whether a mention is silent.
   */
  text(content: string): string {
    return content
      .replace(/#narrow\/[^\s)\]"'<>]*/g, '#narrow')
      .replace(/\/user_uploads\/[^\s)\]"'<>]*\//g, '/user_uploads/')
      .replace(/@_?\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g, (_, name: string, id: string | undefined) => {
        const oldId = id === undefined ? this.#usersByName.get(caseless(name)) : this.users.get(Number(id))
        return `@**${oldId ?? name}**`
      })
      .replace(/#\*\*[^*\n]+@\d+\*\*/g, '#**message**')
      .replace(/#\*\*([^*>\n]+)(>[^*\n]*)?\*\*/g, (_, name: string, topic = '') => {
        const id = this.directory.channelByName(name)?.id
        return `#**${id === undefined ? name : this.channel(id)}${topic}**`
      })
      .replace(/:[a-z0-9_+.-]+:/g, '::')
  }
}

async function viewOf(db: Db, realm: Realm): Promise<OldView> {
  return new OldView(realm, {
    users: await oldIds(db, realm.id, 'user'),
    channels: await oldIds(db, realm.id, 'channel'),
    emoji: await oldIds(db, realm.id, 'emoji'),
  })
}

function differencesOf({ oldId, preview, fresh }: MessagePair, ours: OldView, theirs: OldView): Difference[] {
  if (fresh === null) return [{ kind: 'missing', of: oldId, preview: excerpt(preview.content), fresh: '' }]
  const values = (view: OldView, message: ComparedMessage) =>
    ({
      sender: view.user(message.senderId),
      channel: view.channel(message.channelId),
      topic: message.topic,
      text: view.text(message.content),
      reactions: view.reactions(message.reactions),
    }) as const
  const [before, after] = [values(ours, preview), values(theirs, fresh)]
  return (['sender', 'channel', 'topic', 'text', 'reactions'] as const)
    .filter((kind) => before[kind] !== after[kind])
    .map((kind) => ({
      kind,
      of: oldId,
      preview: excerpt(kind === 'text' ? preview.content : before[kind]),
      fresh: excerpt(kind === 'text' ? fresh.content : after[kind]),
    }))
}

const maxExcerpt = 80
const excerpt = (text: string) => {
  const line = text.replace(/\s+/g, ' ')
  return line.length <= maxExcerpt ? line : `${line.slice(0, maxExcerpt - 1)}…`
}

/** The preview may have fewer messages of private channels, because no account of the follower sees them. */
async function countDifferences(db: Db, ours: OldView, theirs: OldView): Promise<Difference[]> {
  const [before, after] = [await messageCounts(db, ours.realm.id), await messageCounts(db, theirs.realm.id)]
  const freshByOldId = new Map([...theirs.channels].map(([id, oldId]) => [oldId, id]))
  return [...ours.channels].flatMap(([id, oldId]): Difference[] => {
    const channel = ours.directory.channels.get(id)
    if (channel === undefined) return []
    const freshId = freshByOldId.get(oldId)
    const [count, freshCount] = [before.get(id) ?? 0, after.get(freshId ?? 0) ?? 0]
    const isEqual = channel.inviteOnly ? count <= freshCount : count === freshCount
    if (freshId !== undefined && isEqual) return []
    return [
      {
        kind: 'message count',
        of: `#${channel.name}`,
        preview: String(count),
        fresh: freshId === undefined ? 'no channel' : String(freshCount),
      },
    ]
  })
}
