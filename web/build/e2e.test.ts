import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../e2e', import.meta.url))
const files = ['journeys', 'kit'].flatMap((part) =>
  readdirSync(`${folder}/${part}`).map((file) => `${part}/${file}`),
)

describe('journeys', () => {
  it('wait for conditions, never for a fixed time', () => {
    const found = files.filter((file) =>
      /\bwaitForTimeout\b|\bsetTimeout\b|\bsetInterval\b|timers\/promises/.test(
        readFileSync(`${folder}/${file}`, 'utf8'),
      ),
    )
    expect(found).toEqual([])
  })
})
