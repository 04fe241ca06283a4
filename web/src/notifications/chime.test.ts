import { afterEach, describe, expect, it, vi } from 'vitest'
import { chime } from './chime.ts'

afterEach(() => void vi.unstubAllGlobals())

describe('The notification sound', () => {
  it('is left out, and not loaded, before the first click or key press', () => {
    const made = vi.fn()
    const start = vi.fn()
    const part = () => ({
      frequency: {},
      gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} },
      connect: (to: unknown) => to,
      start,
      stop() {},
    })
    vi.stubGlobal(
      'AudioContext',
      class {
        currentTime = 0
        destination = {}
        createOscillator = part
        createGain = part
        constructor() {
          made()
        }
      },
    )
    const userActivation = { hasBeenActive: false }
    vi.stubGlobal('navigator', { userActivation })
    chime()
    expect(made).not.toHaveBeenCalled()
    userActivation.hasBeenActive = true
    chime()
    chime('ding')
    expect([made.mock.calls.length, start.mock.calls.length]).toEqual([1, 4])
  })
})
