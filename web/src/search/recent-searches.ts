import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { stringsOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'

const storageKey = 'searches'
const maxSearches = 10

const stored = (): string[] => stringsOf(parseJson(ownStorage().getItem(storageKey)))

/** Recent searches on this device, newest first. */
export const useRecentSearches = create<{ searches: readonly string[] }>(() => ({ searches: stored() }))

export function noteSearch(q: string): void {
  if (q.trim() === '') return
  useRecentSearches.setState(({ searches }) => {
    const next = [q, ...searches.filter((one) => one !== q)].slice(0, maxSearches)
    ownStorage().setItem(storageKey, JSON.stringify(next))
    return { searches: next }
  })
}
