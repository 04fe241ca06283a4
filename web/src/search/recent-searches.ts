import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { stringsOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'

const place = 'searches'
const most = 10

const stored = (): string[] => stringsOf(parseJson(ownStorage().getItem(place)))

/** What was searched for last, on this device. Newest first. */
export const useRecentSearches = create<{ searches: readonly string[] }>(() => ({ searches: stored() }))

export function noteSearch(q: string): void {
  if (q.trim() === '') return
  useRecentSearches.setState(({ searches }) => {
    const next = [q, ...searches.filter((one) => one !== q)].slice(0, most)
    ownStorage().setItem(place, JSON.stringify(next))
    return { searches: next }
  })
}
