import { ownStorage } from '../device/shared-computer.ts'
import { isRecord } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { frecency, type Visits, visited } from '../lib/rank.ts'
import { type ConversationKey, keyOf } from './conversation.ts'
import { isConversation, isFeed, type View } from './narrow.ts'
import { useRouter } from './router.ts'

/** How often and how lately each place was visited, on this device. */

/** Equal for the same place, wherever in it one was. */
export function placeKey(view: View): ConversationKey | undefined {
  if (isConversation(view)) return keyOf(view)
  if (view.kind === 'channel') return `channel:${view.channelId}`
  if (view.kind === 'settings' || view.kind === 'organization') return `${view.kind}:${view.section}`
  if (view.kind === 'search' || view.kind === 'home' || view.kind === 'message') return undefined
  return isFeed(view) || ['inbox', 'recent', 'drafts', 'scheduled', 'channels', 'groups'].includes(view.kind)
    ? view.kind
    : undefined
}

const place = 'visits'
const most = 400

const isVisits = (value: unknown): value is Visits =>
  isRecord(value) && typeof value.value === 'number' && typeof value.at === 'number'

function stored(): Map<string, Visits> {
  const entries = parseJson(ownStorage().getItem(place))
  const visits = new Map<string, Visits>()
  if (!Array.isArray(entries)) return visits
  for (const [key, value] of entries.filter(Array.isArray)) {
    if (typeof key === 'string' && isVisits(value)) visits.set(key, value)
  }
  return visits
}

let known: Map<string, Visits> | undefined

export function noteVisit(key: string, now = Date.now()): void {
  known ??= stored()
  known.set(key, visited(known.get(key), now))
  if (known.size > most) {
    const least = [...known].sort((a, b) => frecency(a[1], now) - frecency(b[1], now))[0]
    if (least !== undefined) known.delete(least[0])
  }
  try {
    ownStorage().setItem(place, JSON.stringify([...known]))
  } catch {
    // A full disk only makes guesses worse.
  }
}

export function visitsOf(): (key: string) => number {
  known ??= stored()
  const visits = known
  const now = Date.now()
  return (key) => frecency(visits.get(key), now)
}

/** From now on every change of view is counted. */
export function followVisits(): void {
  let last: string | undefined
  const note = ({ view }: { view: View }) => {
    const key = placeKey(view)
    if (key !== undefined && key !== last) noteVisit(key)
    last = key
  }
  note(useRouter.getState())
  useRouter.subscribe(note)
}
