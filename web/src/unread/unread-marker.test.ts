import { expect, it } from 'vitest'
import { markerAfterArrival, markerAfterRemoval, markerAt, markerWhenSeen } from './unread-marker.ts'

it('the unread marker is before the first unread message', () => {
  expect(markerAt([])).toBeUndefined()
  expect(markerAt([9, 5, 7])).toEqual({ before: 5, count: 3 })
})

it('the unread marker stays when messages arrive, except after a reply, and is set while the tab is hidden', () => {
  const marker = { before: 5, count: 3 }
  const arrival = { id: 20, isOwn: false, hasAnswered: false, isAway: false }
  expect(markerAfterArrival(marker, arrival)).toBe(marker)
  expect(markerAfterArrival(undefined, arrival)).toBeUndefined()
  expect(markerAfterArrival(marker, { ...arrival, isAway: true })).toBe(marker)
  expect(markerAfterArrival(marker, { ...arrival, hasAnswered: true })).toBeUndefined()
  expect(markerAfterArrival(marker, { ...arrival, hasAnswered: true, isOwn: true })).toBe(marker)
  const placed = markerAfterArrival(undefined, { ...arrival, isAway: true })
  expect(placed).toEqual({ before: 20, count: 1, isGrowing: true })
  const grown = markerAfterArrival(placed, { ...arrival, id: 21, isAway: true })
  expect(grown).toEqual({ before: 20, count: 2, isGrowing: true })
  const seen = markerWhenSeen(grown)
  expect(seen).toEqual({ before: 20, count: 2 })
  expect(markerAfterArrival(seen, { ...arrival, id: 22, isAway: true })).toBe(seen)
})

it('the unread marker moves to the next unread message when its own is deleted', () => {
  const marker = { before: 5, count: 3 }
  expect(markerAfterRemoval(marker, new Set([6]), [5, 7])).toBe(marker)
  expect(markerAfterRemoval(marker, new Set([5, 6]), [4, 6, 7, 8])).toEqual({ before: 7, count: 2 })
  expect(markerAfterRemoval(marker, new Set([5]), [])).toBeUndefined()
})
