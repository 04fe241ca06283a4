import { foldName } from '../lib/fold-text.ts'
import { bestMatches, type Match, matchesFor } from '../lib/rank.ts'
import type { SwitcherItem, SwitcherKind } from './switcher-items.ts'
import type { SwitcherQuery } from './switcher-query.ts'

const most = 20
/** So many are shown before anything was typed. */
const likely = 8

const among: Record<string, readonly SwitcherKind[] | undefined> = {
  channels: ['channel', 'topic'],
  people: ['person', 'people', 'group'],
  commands: ['command'],
}

type Find = SwitcherQuery & { kind: 'find' }
type Places = readonly Match<SwitcherItem>[]

/** What of some items answers queries. Each letter is looked for among what those before it found. */
export function matcherAmong(items: readonly SwitcherItem[]): (query: Find) => Places {
  let before: { among: string; text: string; found: Places } | undefined
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

/** Before anything was typed: unread for the reader, and where they go. */
const mostLikely = (items: readonly SwitcherItem[], limit: string): readonly SwitcherItem[] =>
  among[limit] === undefined
    ? items.filter((one) => one.hasMention || (one.frecency ?? 0) > 0)
    : ofKinds(items, limit)

/** The best of what several lists have found. */
export const bestPlaces = ({ among: limit, text }: Find, ...found: readonly Places[]): SwitcherItem[] =>
  bestMatches(found.flat(), text === '' && among[limit] === undefined ? likely : most)

/** Channels whose topics may be meant. */
export const channelsMeant = (found: readonly SwitcherItem[]): number[] =>
  found
    .flatMap(({ kind, channelId }) => (kind === 'channel' && channelId !== undefined ? [channelId] : []))
    .slice(0, 3)

const atOnce = 250

/** Folds the names of all, a few at a time, so that the first letter is answered as soon as the others. Answers how to stop. */
export function readyNames(items: readonly SwitcherItem[]): () => void {
  let next = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const go = () => {
    for (const { name, aliases = [] } of items.slice(next, next + atOnce))
      for (const one of [name, ...aliases]) foldName(one)
    next += atOnce
    if (next < items.length) timer = setTimeout(go)
  }
  timer = setTimeout(go)
  return () => clearTimeout(timer)
}
