import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared-statements.ts'
import type { Directory } from '../../../directory/directory.ts'
import type { IdRange } from '../../../directory/ranges.ts'
import { flagBits } from '../../../events/flag-bits.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { RecentMessage } from '../../../realms/recent-messages.ts'
import { type MessageRange, type RangeSide, sidesOf } from './fetch-range.ts'
import type { HistoryReader } from './fetch-sql.ts'
import type { FoundMessage } from './message-readers.ts'
import type { Narrow } from './narrow.ts'
import { type NearSide, type NearWordsTexts, nearWords } from './near-words-sql.ts'
import { eraOf } from './present-found.ts'
import { flagsIn, readRangesIn } from './reader-texts.ts'
import { hasFollowedTo, isInHistory, withState } from './recent.ts'
import { loadRecent } from './recent-store.ts'
import { chooseStep, stepAfter, type WordNeed, wordSteps } from './word-steps.ts'

/** A message with the words. */
interface Candidate {
  id: number
  version: string
  recipientId: number
  /** Undefined in a channel. */
  isParticipant: boolean | undefined
}

/** Messages that the reader can see, and the reader's state. */
export interface NearCandidates {
  candidates: readonly Candidate[]
  /** Whether there are no older ones. */
  reachesOldest: boolean
  state: { read: Map<number, IdRange[]>; flags: Map<number, number> }
  /** The last change of the organization before they were found. */
  changedAt: number
}

/** How many messages to read for each one that is needed: few different numbers, because each is a statement of its own. */
const factors = [1.25, 2, 4]

/** By user, the index of the factor that sufficed. */
const factorsSlot = new Slot<App, BoundedCache<number, number>>()

/**
 * Messages near an anchor that match a search without other conditions, as `fetchSides` finds them. One statement finds messages with the words
 * in conversations of the reader, and the reader's state. Access and the parts that all readers share are known in memory. Undefined if that does
 * not suffice.
 */
export async function findNearWords(
  app: App,
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  narrow: Narrow,
  range: MessageRange,
): Promise<FoundMessage[] | undefined> {
  const found = await findCandidates(app, db, realm, reader, narrow, sidesOf(range))
  return found && (await readNear(db, realm, reader, found))
}

/** Candidates as the reader sees them, ascending. Undefined if one of them, or the organization, changed meanwhile. */
export async function readNear(
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  { candidates, state, changedAt }: NearCandidates,
): Promise<FoundMessage[] | undefined> {
  const { directory } = realm
  const viewer = directory.users.get(reader.userId)
  const messages = await sharedParts(
    db,
    realm,
    candidates.toSorted((a, b) => a.id - b.id),
  )
  if (messages === undefined || viewer === undefined || directory.changedAt !== changedAt) return undefined
  return messages.map((message) => withState(directory, viewer, message, state))
}

/**
 * Messages with the words that the reader can see, the nearest on each side of an anchor, and whether there are no older ones. With `enough`, fewer than
 * the limits suffice. Undefined for other narrows, and if the organization changed meanwhile.
 */
export async function findCandidates(
  app: App,
  db: Db,
  realm: Realm,
  reader: HistoryReader,
  { conditions, sharedHistory }: Narrow,
  wanted: readonly RangeSide[],
  enough = Number.POSITIVE_INFINITY,
): Promise<NearCandidates | undefined> {
  const { directory, follower, recent } = realm
  const [only] = conditions
  if (only?.kind !== 'search' || conditions.length > 1 || sharedHistory) return undefined
  const { query } = only
  const known = app.slots.get(factorsSlot) ?? app.slots.set(factorsSlot, new BoundedCache(10_000))
  const choice = await chooseStep(app, db, realm.id, query, needOf(directory, reader, wanted, enough))
  recent.startEra(eraOf(app))
  const { changedAt } = directory
  let step = choice.first
  for (let factor = known.get(reader.userId) ?? 0; factors[factor] !== undefined; ) {
    const sides = wanted.map((side) => ({
      ...side,
      candidates: Math.ceil(side.limit * factors[factor]!),
    }))
    const { rows } = await prepared(
      nearWords(realm.id, reader.userId, query, sides, wordSteps[step]!),
    ).execute(db)
    const texts = rows[0]!
    if (follower.position < texts.position) await follower.advance()
    if (directory.changedAt !== changedAt) return undefined
    const state = stateIn(texts)
    const isVisible = visibleTo(directory, reader, state.flags)
    const all = candidatesIn(texts)
    const results = sides.map((side) => resultOn(side, all, isVisible, texts, enough))
    if (results.every((one) => one.isEnough)) {
      choice.remember(step)
      return {
        candidates: results.flatMap((one) => one.visible),
        reachesOldest: results.every((one, n) => one.isWhole || sides[n]?.direction !== 'below'),
        state,
        changedAt,
      }
    }
    // Either too few of the messages are the reader's, or there are too few near the anchor.
    if (results.some((one) => !one.isEnough && one.isFull)) known.set(reader.userId, ++factor)
    else
      step = Math.max(
        ...results.map((one) => (one.isEnough ? 0 : stepAfter(step, one.visible.length, one.needed))),
      )
  }
  return undefined
}

/** The share of channels stands for the share of messages. */
function needOf(
  directory: Directory,
  { channelCount }: HistoryReader,
  sides: readonly RangeSide[],
  enough: number,
): WordNeed {
  const wanted = Math.max(...sides.map(({ limit }) => limit))
  return {
    wanted,
    matches: Math.min(enough, wanted),
    share: Math.max(minShare, channelCount / Math.max(1, directory.channels.size)),
  }
}

/** People are in the busy channels. */
const minShare = 0.1

/** The messages of one side that the reader can see; whether they are enough, and whether as many were read as asked for. */
function resultOn(
  side: NearSide,
  candidates: readonly Candidate[],
  isVisible: (one: Candidate) => boolean,
  { ends_below, ends_above }: NearWordsTexts,
  enough: number,
) {
  const here = onSide(candidates, side)
  const visible = here.filter(isVisible).slice(0, side.limit)
  const isFull = here.length === side.candidates
  const isWhole = !isFull && (side.direction === 'below' ? ends_below : ends_above)
  const needed = Math.min(side.limit, enough)
  return { visible, needed, isFull, isWhole, isEnough: isWhole || visible.length >= needed }
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
