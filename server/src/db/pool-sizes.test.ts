import { describe, expect, it } from 'vitest'
import {
  connectionsNeeded,
  connectionsPerProcess,
  minConnections,
  poolSizes,
  totalConnections,
} from './pool-sizes.ts'

describe('The connections of a process', () => {
  it.each([8, 13, 14, 20, 26, 30, 200])('are divided without a remainder: %i', (connections) => {
    const sizes = poolSizes(connections)
    expect(totalConnections(sizes)).toBe(connections)
    for (const size of Object.values(sizes)) expect(size).toBeGreaterThan(0)
  })

  it('leave room for the other processes, one more in a reload, and for a person with psql', () => {
    expect(connectionsPerProcess({ available: 97, processes: 1 })).toBe(30)
    expect(connectionsPerProcess({ available: 97, processes: 4 })).toBe(18)
    expect(connectionsPerProcess({ available: 97, processes: 4, limit: 12 })).toBe(12)
  })

  it('are enough with the documented minimum', () => {
    for (const processes of [1, 2, 16, 256]) {
      const available = connectionsNeeded(processes)
      expect(connectionsPerProcess({ available, processes })).toBe(minConnections)
    }
  })
})
