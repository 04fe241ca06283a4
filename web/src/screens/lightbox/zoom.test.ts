import { describe, expect, it } from 'vitest'
import { clampedToEdges, whole, zoomedAt } from './zoom.ts'

describe('Zooming a picture', () => {
  it('keeps the point under the fingers, between its full size and eight times that', () => {
    const at = { x: 100, y: -40 }
    const large = zoomedAt(whole, 2, at)
    expect(large).toEqual({ scale: 2, x: -100, y: 40 })
    const { scale, x, y } = zoomedAt(large, 1.5, at)
    // The point of the picture that was at this position before.
    expect({ x: x + 100 * scale, y: y - 40 * scale }).toEqual(at)
    expect(zoomedAt(large, 100, at).scale).toBe(8)
    expect(zoomedAt(large, 0.1, at)).toEqual(whole)
  })

  it('never shows less of a picture than fits', () => {
    const stage = { width: 400, height: 600 }
    const picture = { width: 400, height: 200 }
    expect(clampedToEdges({ scale: 2, x: 500, y: 500 }, picture, stage)).toEqual({ scale: 2, x: 200, y: 0 })
    expect(clampedToEdges({ scale: 4, x: -10, y: -500 }, picture, stage)).toEqual({
      scale: 4,
      x: -10,
      y: -100,
    })
  })
})
