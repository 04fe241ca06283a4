import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Directory } from '../../../directory/directory.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { RecentMessage } from '../../../realms/recent-messages.ts'
import { type MessageRange, type RangeSide, sidesOf } from './fetch-range.ts'
import type { HistoryReader } from './fetch-sql.ts'
import type { StepMemory } from './fetch-store.ts'
import type { FoundMessage } from './message-readers.ts'
import type { Narrow } from './narrow.ts'
import { type NearSide, type NearWordsTexts, nearWords } from './near-words-sql.ts'
import { eraOf } from './present-found.ts'
import { flagsIn, readRangesIn } from './reader-texts.ts'
import { hasFollowedTo, isInHistory, withState } from './recent.ts'
import { loadRecent } from './recent-store.ts'

/** A message with the words. */
interface Candidate {
  id: number
  version: string
  recipientId: number
  /** Undefined in a channel. */
  isParticipant: boolean | undefined
}

/** How many messages to read for each one that is needed: few different numbers, because each is a statement of its own. */
const factors = [1.25, 2, 4]

/** Searches all messages. */
const lastStep = Number.POSITIVE_INFINITY

/** By user, the index of the factor that sufficed. */
const factorsSlot = new Slot<App, BoundedCache<number, number>>()

/**
 * Messages near an anchor that match a search without other conditions, as `fetchSides` finds them. One statement finds messages with the words
 * in all conversations, and the reader's state. Access and the parts that all readers share are known in memory. Undefined if that does
 * not suffice.
 */
export async function findNearWords(
  app: App,
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  { conditions, sharedHistory }: Narrow,
  range: MessageRange,
  memory: StepMemory | undefined,
): Promise<FoundMessage[] | undefined> {
  const { directory, follower, recent } = realm
  const viewer = directory.users.get(reader.userId)
  const [only] = conditions
  if (
    memory === undefined ||
    only?.kind !== 'search' ||
    conditions.length > 1 ||
    sharedHistory ||
    viewer === undefined
  )
    return undefined
  const known = app.slots.get(factorsSlot) ?? app.slots.set(factorsSlot, new BoundedCache(10_000))
  const factor = known.get(viewer.id) ?? 0
  if (factors[factor] === undefined) return undefined
  recent.startEra(eraOf(app))
  const { changedAt } = directory
  const sides = sidesOf(range).map((side) => ({
    ...side,
    candidates: Math.ceil(side.limit * factors[factor]!),
  }))
  const { rows } = await prepared(nearWords(realm.id, viewer.id, only.query, sides)).execute(db)
  const texts = rows[0]!
  if (follower.position < texts.position) await follower.advance()
  if (directory.changedAt !== changedAt) return undefined
  const state = stateIn(texts)
  const isVisible = visibleTo(directory, reader, state.flags)
  const candidates = candidatesIn(texts)
  const found: Candidate[] = []
  for (const side of sides) {
    const here = onSide(candidates, side)
    const visible = here.filter(isVisible)
    const isWhole =
      here.length < side.candidates && (side.direction === 'below' ? texts.ends_below : texts.ends_above)
    if (visible.length < side.limit && !isWhole) {
      // Either too few of the messages are the reader's, or there are too few near the anchor.
      if (here.length === side.candidates) known.set(viewer.id, factor + 1)
      else memory.first = lastStep
      return undefined
    }
    found.push(...visible.slice(0, side.limit))
  }
  const messages = await sharedParts(
    db,
    realm,
    found.sort((a, b) => a.id - b.id),
  )
  if (messages === undefined || directory.changedAt !== changedAt) return undefined
  return messages.map((message) => withState(directory, viewer, message, state))
}

const stateIn = ({ read, flags }: NearWordsTexts) => ({
  read: readRangesIn(read),
  flags: flagsIn(flags),
})

/** Whether a message is in the history of a reader: by membership, or through a flag (star, mention). */
function visibleTo(directory: Directory, reader: HistoryReader, flags: ReadonlyMap<number, number>) {
  const isReceived = isInHistory(directory, reader)
  const closed = new Set(reader.closedRecipients)
  const mask = flagBits.historical | flagBits.delivered
  return ({ id, recipientId, isParticipant }: Candidate): boolean =>
    (isParticipant ?? isReceived(recipientId, id)) ||
    (((flags.get(id) ?? 0) & mask) !== 0 && !closed.has(recipientId))
}

function candidatesIn({ messages }: NearWordsTexts): Candidate[] {
  if (messages === null) return []
  return messages.split('\n').map((line) => {
    const [id, version = '', recipient, participant] = line.split(' ')
    const isParticipant = participant === undefined ? undefined : participant === '1'
    return { id: Number(id), version, recipientId: Number(recipient), isParticipant }
  })
}

/** Nearest first. */
const onSide = (
  candidates: readonly Candidate[],
  { direction, anchor }: NearSide | RangeSide,
): Candidate[] =>
  direction === 'below'
    ? candidates.filter(({ id }) => id < anchor).sort((a, b) => b.id - a.id)
    : candidates.filter(({ id }) => id >= anchor).sort((a, b) => a.id - b.id)

/** Shared parts of messages, the same for all readers. Undefined if one has changed meanwhile. */
async function sharedParts(
  db: Db,
  realm: Realm,
  found: readonly Candidate[],
): Promise<RecentMessage[] | undefined> {
  const { recent } = realm
  const isKnown = ({ id, version }: Candidate) => recent.message(id)?.version === version
  const missing = found.filter((one) => !isKnown(one)).map(({ id }) => id)
  if (missing.length > 0) {
    const loaded = await loadRecent(db, realm.id, missing)
    if (!(await hasFollowedTo(realm, loaded.position))) return undefined
    recent.addMessages(loaded.messages)
  }
  return found.every(isKnown) ? found.map(({ id }) => recent.message(id)!) : undefined
}
