import { readFileSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Command } from './command.ts'
import { bindingOf } from './keys.ts'

let commands: readonly Command[] = []

beforeAll(async () => {
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {}, removeItem: () => {} })
  vi.stubGlobal('innerWidth', 1_280)
  commands = (await import('./registry.ts')).commands
})

test('no two commands have the same keys, and none is listed twice', () => {
  const bound = commands.filter(({ scope }) => scope !== 'field').flatMap(({ keys }) => keys.map(bindingOf))
  expect(new Set(bound).size).toBe(bound.length)
  expect(new Set(commands.map(({ id }) => id)).size).toBe(commands.length)
})

test.each(['en', 'de'])('every command has a label in %s', (language) => {
  const path = new URL(`../texts/${language}/keyboard.json`, import.meta.url)
  const texts = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  expect(commands.filter(({ id }) => texts[`command.${id}`] === undefined)).toEqual([])
})

test('everything can be done from the switcher, except actions that browsers allow only for real keys', () => {
  const onlyByKey = commands.filter(({ run }) => run === undefined).map(({ id }) => id)
  expect(onlyByKey).toEqual(['newLine', 'pastePlain'])
})

test('actions without a key are reachable, and denied ones give the reason', async () => {
  const { useSession } = await import('../session/session.ts')
  const { isDenialTextId } = await import('../permissions/is-allowed.ts')
  const logOut = commands.find(({ id }) => id === 'logOut')
  expect(logOut?.keys).toEqual([])
  useSession.setState({ org: {} })
  expect(isDenialTextId(String(logOut?.can?.()))).toBe(true)
  useSession.setState({ org: { user_id: 7 } })
  expect(logOut?.can?.()).toBe(true)
  useSession.setState({ org: {} })
})
