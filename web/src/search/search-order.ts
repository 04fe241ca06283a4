import type { NarrowTerm } from '@loquat/contract'
import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'

export type SearchOrder = 'time' | 'relevance'

const storageKey = 'search-order'

/** The order of results, remembered on this device. */
export const useSearchOrder = create<{ order: SearchOrder }>(() => ({
  order: ownStorage().getItem(storageKey) === 'relevance' ? 'relevance' : 'time',
}))

export function setSearchOrder(order: SearchOrder): void {
  ownStorage().setItem(storageKey, order)
  useSearchOrder.setState({ order })
}

/** Only results of words have a relevance: filters match or not. */
export const hasWords = (terms: readonly NarrowTerm[]): boolean =>
  terms.some(({ operator }) => operator === 'search')
