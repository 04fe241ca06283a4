import type { Lookup } from '../lib/lookup.ts'
import { parseUrl } from '../lib/parse.ts'
import type { View } from '../navigation/narrow.ts'
import { toView } from '../navigation/narrow-codec.ts'
import { toId } from '../navigation/segments.ts'

/** A parsed query of the quick switcher. */
export type SwitcherQuery =
  | { kind: 'find'; among: 'everything' | 'channels' | 'people' | 'commands'; text: string }
  | { kind: 'search'; q: string }
  /** A message ID or a pasted link. */
  | { kind: 'go'; view: View }

const prefixes = { '#': 'channels', '@': 'people', '>': 'commands' } as const

export function switcherQuery(text: string, origin: string, lookup: Partial<Lookup> = {}): SwitcherQuery {
  const typed = text.trimStart()
  const first = typed[0] ?? ''
  const id = toId(typed.trim())
  if (id !== undefined) return { kind: 'go', view: { kind: 'message', id } }
  const view = pastedView(typed.trim(), origin, lookup)
  if (view !== undefined) return { kind: 'go', view }
  if (first === '/') return { kind: 'search', q: typed.slice(1).trim() }
  if (Object.hasOwn(prefixes, first)) {
    return { kind: 'find', among: prefixes[first as keyof typeof prefixes], text: typed.slice(1).trim() }
  }
  return { kind: 'find', among: 'everything', text: typed.trim() }
}

function pastedView(text: string, origin: string, lookup: Partial<Lookup>): View | undefined {
  const url = /^https?:\/\//i.test(text) ? parseUrl(text) : undefined
  if (url?.origin !== origin) return undefined
  const view = toView(url.pathname + url.search + url.hash, lookup)
  return view.kind === 'not-found' ? undefined : view
}
