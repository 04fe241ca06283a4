import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { eventually } from './eventually.ts'
import { TestClock } from './world.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folders = ['contract', 'client', 'server', 'devkit', 'bench', 'web'].map((name) => `${name}/src`)

/** Timers of the machine, except for sockets that give up. Written so that it does not match itself. */
const sleeps = /(?<![.'])\bset(?:Timeout|Interval)\(|\bset(?:Timeout|Interval) as\b/

describe('Tests', () => {
  it('wait for conditions, never for a fixed time', () => {
    const files = [...folders, 'examples', 'web/build'].flatMap((folder) =>
      readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.test.ts') || file.includes('testing/'))
        .map((file) => `${folder}/${file}`)
        .filter((file) => file.endsWith('.ts')),
    )
    expect(files.length).toBeGreaterThan(300)
    expect(files.filter((file) => sleeps.test(readFileSync(root + file, 'utf8')))).toEqual([])
  })
})

describe('The clock of a world', () => {
  it('stands still until it is moved', async () => {
    const clock = new TestClock()
    const start = clock.now()
    await eventually(() => expect(Date.now()).toBeGreaterThan(start))
    expect(clock.now()).toBe(start)
    clock.advance(2)
    expect(clock.now()).toBe(start + 2_000)
  })

  it('runs on request, for journeys in browsers', async () => {
    const clock = new TestClock({ isRunning: true })
    const start = clock.now()
    await eventually(() => expect(clock.now()).toBeGreaterThan(start))
  })
})
