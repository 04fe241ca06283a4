import { flagBits, wildcardBits } from '../../../events/flag-bits.ts'
import type { SearchQuery } from '../message-queries/search-query.ts'
import { commonWords } from '../message-queries/search-text.ts'

/** A message that matches a search, with everything that its relevance depends on. */
export interface RankedCandidate {
  id: number
  senderId: number
  isDirect: boolean
  /** Whether the reader is subscribed to its channel; true for direct messages. */
  isInOwnPlace: boolean
  flags: number
  /** Seconds since 1970. */
  sentAt: number
  /** Empty in direct conversations. */
  topic: string
  /** The beginning of its content. */
  text: string
}

/** Points for each quality. The text decides first; the rest orders messages that match equally well. */
const points = {
  phrase: 4,
  wordsAsWritten: 3,
  wordsInTopic: 2,
  recent: 2,
  direct: 1,
  mentionsReader: 1,
  fromReader: 0.5,
  ownPlace: 0.5,
  brief: 0.5,
}

/** A message of this age has half the points of a new one. */
const halfLifeDays = 30
/** A message of this length has half the points of a brief one. */
const halfLength = 400
/** Further words of a query do not count. */
const maxScoredWords = 8

const secondsPerDay = 86_400

/** IDs of messages, the most relevant first. Equally relevant ones are ordered by time, newest first. */
export function rankByRelevance(
  candidates: readonly RankedCandidate[],
  query: SearchQuery,
  readerId: number,
  now: number,
): number[] {
  const textScore = textScorer(query)
  const score = (one: RankedCandidate) => textScore(one) + personalScore(one, readerId) + recency(one, now)
  return candidates
    .map((one) => ({ id: one.id, score: score(one) }))
    .sort((a, b) => b.score - a.score || b.id - a.id)
    .map(({ id }) => id)
}

const recency = ({ sentAt }: RankedCandidate, now: number) =>
  points.recent / (1 + Math.max(0, now - sentAt) / secondsPerDay / halfLifeDays)

function personalScore({ senderId, isDirect, isInOwnPlace, flags }: RankedCandidate, readerId: number) {
  const mentions = flagBits.mentioned | flagBits.group_mentioned | wildcardBits
  return (
    (isDirect ? points.direct : 0) +
    ((flags & mentions) === 0 ? 0 : points.mentionsReader) +
    (senderId === readerId ? points.fromReader : 0) +
    (isInOwnPlace ? points.ownPlace : 0)
  )
}

/**
 * Scores the text of messages: all words one after the other, words as they were written rather than by stem, beginning or similarity, and words
 * in the topic.
 */
function textScorer({ words, last, runs, phrases }: SearchQuery): (one: RankedCandidate) => number {
  const typed = `${words}${last}`.trim().replace(/\s+/g, ' ').toLowerCase()
  const scored = [...new Set(typed.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])]
    .filter((word) => !commonWords.has(word))
    .slice(0, maxScoredWords)
  const wholes = scored.map(
    (word) => new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'u'),
  )
  const tests = [
    ...wholes.map((whole) => (text: string) => whole.test(text)),
    ...runs.slice(0, maxScoredWords).map((run) => (text: string) => text.includes(run.toLowerCase())),
  ]
  const share = (text: string) =>
    tests.length === 0 ? 0 : tests.filter((isIn) => isIn(text)).length / tests.length
  // A quoted phrase is in every message that was found, so it says nothing.
  const hasPhrase = typed.includes(' ') && phrases.length === 0
  return ({ topic, text }) => {
    const [lowTopic, lowText] = [topic.toLowerCase(), text.toLowerCase()]
    const isPhrase = hasPhrase && (lowText.includes(typed) || lowTopic.includes(typed))
    return (
      (isPhrase ? points.phrase : 0) +
      points.wordsAsWritten * share(`${lowTopic}\n${lowText}`) +
      points.wordsInTopic * share(lowTopic) +
      points.brief / (1 + text.length / halfLength)
    )
  }
}
