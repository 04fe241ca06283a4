import { foldName } from '../lib/fold-text.ts'
import { bestMatches, type Match, matchesFor } from '../lib/rank.ts'
import type { SwitcherItem, SwitcherKind } from './switcher-items.ts'
import type { SwitcherQuery } from './switcher-query.ts'

const maxResults = 20
/** Maximum items before typing. */
const maxBeforeTyping = 8

const among: Record<string, readonly SwitcherKind[] | undefined> = {
  channels: ['channel', 'topic'],
  people: ['person', 'people', 'group'],
  commands: ['command'],
}

type FindQuery = SwitcherQuery & { kind: 'find' }
type Matches = readonly Match<SwitcherItem>[]

/** Matches items against queries. A longer query is matched against the results of the shorter one. */
export function createMatcher(items: readonly SwitcherItem[]): (query: FindQuery) => Matches {
  let before: { among: string; text: string; found: Matches } | undefined
  return ({ among: limit, text }) => {
    if (text === '') return matchesFor('', mostLikely(items, limit))
    const isLonger = before !== undefined && before.among === limit && text.startsWith(before.text)
    if (isLonger && before?.text === text) return before.found
    const candidates = isLonger ? before?.found.map(({ candidate }) => candidate) : ofKinds(items, limit)
    const found = matchesFor(text, candidates ?? [])
    before = { among: limit, text, found }
    return found
  }
}

function ofKinds(items: readonly SwitcherItem[], limit: string): readonly SwitcherItem[] {
  const kinds = among[limit]
  return kinds === undefined ? items : items.filter(({ kind }) => kinds.includes(kind))
}

/** Items before typing: unread mentions and frequent views. */
const mostLikely = (items: readonly SwitcherItem[], limit: string): readonly SwitcherItem[] =>
  among[limit] === undefined
    ? items.filter((one) => one.hasMention || (one.frecency ?? 0) > 0)
    : ofKinds(items, limit)

/** The best matches of several lists. */
export const bestItems = ({ among: limit, text }: FindQuery, ...found: readonly Matches[]): SwitcherItem[] =>
  bestMatches(found.flat(), text === '' && among[limit] === undefined ? maxBeforeTyping : maxResults)

/** Matched channels whose topics should be loaded. */
export const matchedChannelIds = (found: readonly SwitcherItem[]): number[] =>
  found
    .flatMap(({ kind, channelId }) => (kind === 'channel' && channelId !== undefined ? [channelId] : []))
    .slice(0, 3)

const namesPerStep = 250

/** Prepares the names of all items in small steps, so that the first letter is fast. Returns a function that stops it. */
export function foldNamesInBackground(items: readonly SwitcherItem[]): () => void {
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    for (const { name, aliases = [] } of items.slice(next, next + namesPerStep))
      for (const one of [name, ...aliases]) foldName(one)
    next += namesPerStep
    if (next < items.length) timer = setTimeout(go)
  }
  timer = setTimeout(go)
  return () => clearTimeout(timer)
}
