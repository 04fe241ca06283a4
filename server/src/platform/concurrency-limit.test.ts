import { describe, expect, it } from 'vitest'
import { ConcurrencyLimit, type Release } from './concurrency-limit.ts'

/** Starts and ends work by name, and records the started names. */
function workshop(limit: ConcurrencyLimit) {
  const started: string[] = []
  const releases = new Map<string, Release>()
  const start = (key: string, name: string, onDisconnect?: (callback: () => void) => () => void) =>
    limit.acquire(key, onDisconnect).then((release) => {
      started.push(name)
      releases.set(name, release)
    })
  const end = async (name: string) => {
    releases.get(name)?.()
    await new Promise(setImmediate)
  }
  const settle = () => new Promise(setImmediate)
  return { started, start, end, settle }
}

describe('A concurrency limit', () => {
  it('runs a limited number of one key at once, and the rest in order', async () => {
    const { started, start, end, settle } = workshop(
      new ConcurrencyLimit({ total: 10, perKey: 2, waitingPerKey: 5 }),
    )
    for (const name of ['a1', 'a2', 'a3', 'a4']) void start('a', name)
    await settle()
    expect(started).toEqual(['a1', 'a2'])
    await end('a2')
    expect(started).toEqual(['a1', 'a2', 'a3'])
    await end('a2')
    expect(started).toHaveLength(3)
    await end('a1')
    expect(started).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('does not let one key take the slots of others', async () => {
    const { started, start, settle } = workshop(
      new ConcurrencyLimit({ total: 4, perKey: 2, waitingPerKey: 5 }),
    )
    for (const name of ['a1', 'a2', 'a3']) void start('a', name)
    void start('b', 'b1')
    await settle()
    expect(started).toEqual(['a1', 'a2', 'b1'])
  })

  it('lets waiting keys take turns', async () => {
    const { started, start, end, settle } = workshop(
      new ConcurrencyLimit({ total: 1, perKey: 1, waitingPerKey: 5 }),
    )
    for (const name of ['a1', 'a2', 'a3']) void start('a', name)
    for (const name of ['b1', 'b2']) void start('b', name)
    await settle()
    for (const name of ['a1', 'a2', 'b1', 'a3', 'b2']) {
      expect(started.at(-1)).toBe(name)
      await end(name)
    }
  })

  it('rejects work if too much of the same key waits, and nothing else', async () => {
    const { started, start, end, settle } = workshop(
      new ConcurrencyLimit({ total: 2, perKey: 1, waitingPerKey: 2 }),
    )
    for (const name of ['a1', 'a2', 'a3']) void start('a', name)
    await expect(start('a', 'a4')).rejects.toMatchObject({
      reason: 'concurrency-limit-exceeded',
      extra: { 'retry-after': 1 },
    })
    void start('b', 'b1')
    await settle()
    expect(started).toEqual(['a1', 'b1'])
    await end('a1')
    void start('a', 'a5')
    await settle()
    for (const name of ['a2', 'a3', 'a5']) await end(name)
    expect(started).toEqual(['a1', 'b1', 'a2', 'a3', 'a5'])
  })

  it('drops a request whose client has disconnected', async () => {
    const { started, start, end, settle } = workshop(
      new ConcurrencyLimit({ total: 1, perKey: 1, waitingPerKey: 5 }),
    )
    let leave = () => {}
    void start('a', 'a1')
    void start('a', 'a2', (callback) => {
      leave = callback
      return () => {}
    })
    void start('a', 'a3')
    await settle()
    leave()
    await end('a1')
    expect(started).toEqual(['a1', 'a3'])
  })

  it('releases the slot when work fails', async () => {
    const limit = new ConcurrencyLimit({ total: 1, perKey: 1, waitingPerKey: 0 })
    await expect(limit.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await limit.run('a', async () => 'yes')).toBe('yes')
  })
})
