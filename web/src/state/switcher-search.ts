import { ranked } from './rank.ts'
import type { SwitcherItem, SwitcherKind } from './switcher-items.ts'
import type { SwitcherQuery } from './switcher-query.ts'

const most = 30
/** So many are shown before anything was typed. */
const likely = 8

const among: Record<string, readonly SwitcherKind[] | undefined> = {
  channels: ['channel', 'topic'],
  people: ['person', 'people', 'group'],
  commands: ['command'],
}

/** What the query finds, best first; without one what is most likely wanted: unread for the reader, then by visits. */
export function findPlaces(query: SwitcherQuery, items: readonly SwitcherItem[]): SwitcherItem[] {
  if (query.kind !== 'find') return []
  const kinds = among[query.among]
  const candidates = kinds === undefined ? items : items.filter(({ kind }) => kinds.includes(kind))
  if (query.text !== '') return ranked(query.text, candidates, most)
  if (kinds !== undefined) return ranked('', candidates, most)
  const worthwhile = candidates.filter((one) => one.hasMention || (one.frecency ?? 0) > 0)
  return ranked(
    '',
    worthwhile.length === 0 ? candidates.filter(({ kind }) => kind === 'view') : worthwhile,
    likely,
  )
}

/** Channels whose topics may be meant. */
export const channelsMeant = (found: readonly SwitcherItem[]): number[] =>
  found
    .flatMap(({ kind, channelId }) => (kind === 'channel' && channelId !== undefined ? [channelId] : []))
    .slice(0, 3)
