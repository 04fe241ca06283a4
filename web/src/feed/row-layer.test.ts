import type { VirtualItem } from '@tanstack/react-virtual'
import { describe, expect, it } from 'vitest'
import { moveLayer, type RowLayer } from './row-layer.ts'

/** Rows below each other, the first of them at this offset. */
function rowsAt(start: number, heights: Readonly<Record<string, number>>): VirtualItem[] {
  let end = start
  return Object.entries(heights).map(([key, size], index) => {
    const item = { key, index, start: end, size, end: end + size, lane: 0 }
    end = item.end
    return item
  })
}

const placesIn = (layer: RowLayer) => [...layer.starts.values()].map((start) => start - layer.top)

describe('The layer of the drawn rows', () => {
  const first = moveLayer(undefined, rowsAt(50_000, { b: 40, c: 40, d: 40 }))

  it('keeps rows in their places when the height of a row above them is corrected', () => {
    const added = moveLayer(first, rowsAt(49_970, { a: 30, b: 40, c: 40 }))
    const corrected = moveLayer(added, rowsAt(49_970, { a: 95, b: 40, c: 40 }))
    expect(corrected.top).toBe(first.top + 65)
    expect(placesIn(corrected).slice(1)).toEqual(placesIn(first).slice(0, 2))
  })

  it('keeps rows in their places when rows are loaded above them', () => {
    const loaded = moveLayer(first, rowsAt(54_000, { b: 40, c: 40, d: 40 }))
    expect(placesIn(loaded)).toEqual(placesIn(first))
  })

  it('stays where it is while the reader scrolls', () => {
    expect(moveLayer(first, rowsAt(50_080, { d: 40, e: 40, f: 40 })).top).toBe(first.top)
  })

  it('starts anew where none of its rows is drawn, and before rows leave it', () => {
    const elsewhere = moveLayer(first, rowsAt(90_000, { x: 40, y: 40 }))
    expect(placesIn(elsewhere)).toEqual(placesIn(first).slice(0, 2))

    let layer = first
    for (let start = 50_000; start > 0; start -= 80) {
      layer = moveLayer(layer, rowsAt(start, { [start]: 40, [start + 40]: 40, [start + 80]: 40 }))
      expect(Math.min(...placesIn(layer))).toBeGreaterThan(0)
    }
  })

  it('can be without rows', () => {
    expect(moveLayer(first, []).starts.size).toBe(0)
  })
})
