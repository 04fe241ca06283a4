import { ownStorage } from '../device/shared-computer.ts'
import { isRecord } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { frecency, type Visits, withVisit } from '../lib/rank.ts'
import { type ConversationKey, keyOf } from './conversation.ts'
import { isConversation, isFeed, type View } from './narrow.ts'
import { useRouter } from './router.ts'

/** Frequency and recency of visits on this device, for ranking in the quick switcher. */

/** Equal for the same view, regardless of the position in it. Undefined for views that are not counted. */
export function visitKey(view: View): ConversationKey | undefined {
  if (isConversation(view)) return keyOf(view)
  if (view.kind === 'channel') return `channel:${view.channelId}`
  if (view.kind === 'settings' || view.kind === 'organization') return `${view.kind}:${view.section}`
  if (view.kind === 'search' || view.kind === 'home' || view.kind === 'message') return undefined
  return isFeed(view) ||
    ['inbox', 'recent', 'drafts', 'scheduled', 'later', 'channels', 'groups'].includes(view.kind)
    ? view.kind
    : undefined
}

const storageKey = 'visits'
const maxVisits = 400

const isVisits = (value: unknown): value is Visits =>
  isRecord(value) && typeof value.value === 'number' && typeof value.at === 'number'

function loadVisits(): Map<string, Visits> {
  const entries = parseJson(ownStorage().getItem(storageKey))
  const visits = new Map<string, Visits>()
  if (!Array.isArray(entries)) return visits
  for (const [key, value] of entries.filter(Array.isArray)) {
    if (typeof key === 'string' && isVisits(value)) visits.set(key, value)
  }
  return visits
}

let visitsByKey: Map<string, Visits> | undefined

export function recordVisit(key: string, now = Date.now()): void {
  visitsByKey ??= loadVisits()
  visitsByKey.set(key, withVisit(visitsByKey.get(key), now))
  if (visitsByKey.size > maxVisits) {
    const least = [...visitsByKey].sort((a, b) => frecency(a[1], now) - frecency(b[1], now))[0]
    if (least !== undefined) visitsByKey.delete(least[0])
  }
  try {
    ownStorage().setItem(storageKey, JSON.stringify([...visitsByKey]))
  } catch {
    // A full disk only affects the ranking.
  }
}

export function frecencyByKey(): (key: string) => number {
  visitsByKey ??= loadVisits()
  const visits = visitsByKey
  const now = Date.now()
  return (key) => frecency(visits.get(key), now)
}

/** Counts every change of view. */
export function startVisitTracking(): void {
  let last: string | undefined
  const note = ({ view }: { view: View }) => {
    const key = visitKey(view)
    if (key !== undefined && key !== last) recordVisit(key)
    last = key
  }
  note(useRouter.getState())
  useRouter.subscribe(note)
}
