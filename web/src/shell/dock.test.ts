import { describe, expect, it } from 'vitest'
import { placeToasts } from './dock.ts'

describe('Toasts', () => {
  it('are above everything at the lower edge, three at once, and fewer if there is little room', () => {
    for (const [what, dock, place] of [
      ['nothing there', { firm: 0, soft: 0, window: 800 }, { above: 0, count: 3 }],
      ['a box and a pill', { firm: 120, soft: 190, window: 800 }, { above: 190, count: 3 }],
      ['a large box on a small screen', { firm: 200, soft: 220, window: 420 }, { above: 220, count: 2 }],
      ['no room above the pills', { firm: 280, soft: 330, window: 400 }, { above: 280, count: 1 }],
      ['a box that fills the window', { firm: 720, soft: 720, window: 800 }, { above: 720, count: 1 }],
    ] as const) {
      expect(placeToasts(dock), what).toEqual(place)
    }
  })
})
