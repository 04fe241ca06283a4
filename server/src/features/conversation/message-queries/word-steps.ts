import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import type { SearchQuery } from './search-query.ts'
import { estimateFrequency, type WordFrequency } from './word-frequency-store.ts'

/**
 * A way to find messages with the words of a search near an anchor:
 * - `walk`: looks at a number of messages next to the anchor, for words that many messages have.
 * - `blocks`: the index of words, in a number of ID blocks next to the anchor.
 * - `all`: the index of words.
 */
export type WordStep = { by: 'walk'; messages: number } | { by: 'blocks'; blocks: number } | { by: 'all' }

const maxWalked = 8_000

/** Each finds more than the one before. */
export const wordSteps: readonly WordStep[] = [
  { by: 'walk', messages: maxWalked },
  { by: 'blocks', blocks: 2 },
  { by: 'blocks', blocks: 8 },
  { by: 'all' },
]

/** Messages in so many blocks, of which the newest one is half full on average. */
const messagesIn = (blocks: number) => (blocks - 0.5) * 32_768

/** The matches that a search needs, and the share of all messages that its reader can see. */
export interface WordNeed {
  /** How many suffice. */
  matches: number
  /** How many a step returns, if there are so many. */
  wanted: number
  share: number
}

/**
 * How many more matches there may be than estimated: words that are searched together are often together, and recent messages are about the same things. A
 * step of the index that fails has fetched few messages, and those next to the anchor are in memory, so it is worth a try.
 */
const hope = { walk: 0.7, near: 20, far: 4 }

/** Estimated microseconds of the database: for a message of a walk, for two blocks of the index, and for a match in them. */
const cost = { walked: 1.3, blocks: 1_200, match: 3.5 }

/** Whether walking takes no longer than two blocks of the index. A walk looks at each message until it has found all that are wanted. */
function isWalkFaster(frequency: number, { wanted, share }: WordNeed): boolean {
  const walked = Math.min(maxWalked, wanted / (frequency * share))
  return walked * cost.walked <= cost.blocks + messagesIn(2) * frequency * cost.match
}

/** The index of the first step that may find enough, and is expected to be the fastest of those. */
export function firstStep({ matches, messages }: WordFrequency, need: WordNeed): number {
  const frequency = matches / Math.max(messages, 1)
  return wordSteps.findIndex((step, n) => {
    if (step.by === 'all') return true
    if (step.by === 'walk' && !isWalkFaster(frequency, need)) return false
    const near = reachOf(step)
    const factor = step.by === 'walk' ? hope.walk : n === 1 ? hope.near : hope.far
    return near * frequency * need.share * factor >= need.matches
  })
}

/** How many messages a step looks at. */
const reachOf = (step: Exclude<WordStep, { by: 'all' }>): number =>
  step.by === 'walk' ? step.messages : messagesIn(step.blocks)

/** Matches are not evenly distributed: there may be twice as many among the other messages. */
const hopeOfOthers = 2

/** The index of the next step that may find enough matches, after one that found a few. */
export function stepAfter(failed: number, found: number, matches: number): number {
  const before = wordSteps[failed]!
  const next = wordSteps.findIndex((step, n) => {
    if (n <= failed || before.by === 'all') return false
    return step.by === 'all' || (found * reachOf(step) * hopeOfOthers) / reachOf(before) >= matches
  })
  return next < 0 ? wordSteps.length : next
}

/** Frequencies and steps change slowly. */
const maxAgeMs = 10 * 60_000

class WordSteps {
  readonly frequencies = new BoundedCache<string, WordFrequency & { until: number }>(1_000)
  readonly steps = new BoundedCache<string, { step: number; until: number }>(1_000)
}

const stepsSlot = new Slot<App, WordSteps>()
const stepsOf = (app: App) => app.slots.get(stepsSlot) ?? app.slots.set(stepsSlot, new WordSteps())

export interface StepChoice {
  first: number
  /** Remembers the step that found enough, for the next page and for others. */
  remember(step: number): void
}

/** Where to start: at the step that sufficed before, or the one that suits the frequency of the words. */
export async function chooseStep(
  app: App,
  db: Db,
  realmId: number,
  { indexed = '', phrases }: SearchQuery,
  need: WordNeed,
): Promise<StepChoice> {
  const { steps } = stepsOf(app)
  const now = app.clock.now()
  const key = `${realmId} ${need.matches} ${need.share > 0.5} ${indexed} ${phrases.join('"')}`
  const remember = (step: number) => steps.set(key, { step, until: now + maxAgeMs })
  const known = steps.get(key)
  if (known !== undefined && now < known.until) return { first: known.step, remember }
  // The index has many words with a short beginning, which statistics of frequent words do not know. Most messages have one of them.
  if (shortPrefix.test(indexed)) return { first: 0, remember }
  const frequency = await frequencyOf(app, db, indexed)
  const first =
    frequency === undefined ? wordSteps.findIndex(({ by }) => by === 'blocks') : firstStep(frequency, need)
  return { first, remember }
}

const shortPrefix = /'[^']{1,4}':\*/

/** As PostgreSQL's statistics tell it, which are not those of one organization. Without statistics, it assumes every 200th message. */
async function frequencyOf(app: App, db: Db, indexed: string): Promise<WordFrequency | undefined> {
  const { frequencies } = stepsOf(app)
  const now = app.clock.now()
  const known = frequencies.get(indexed)
  if (known !== undefined && now < known.until) return known
  const frequency = await estimateFrequency(db, indexed)
  if (frequency === undefined) return undefined
  frequencies.set(indexed, { ...frequency, until: now + maxAgeMs })
  return frequency
}
