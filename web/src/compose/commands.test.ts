import { expect, it } from 'vitest'
import { type SwitcherQuery, switcherQuery } from '../switcher/switcher-query.ts'
import { type Command, commandIn, durationIn } from './commands.ts'

it('commands of the server are distinguished from local ones', () => {
  const rows: [string, Command | undefined][] = [
    ['/me waves', { kind: 'server', name: 'me' }],
    ['/poll', { kind: 'server', name: 'poll' }],
    ['/todo Today\nbread', { kind: 'server', name: 'todo' }],
    ['/mute', { kind: 'local', name: 'mute', argument: '' }],
    ['/remind me at 9', { kind: 'local', name: 'remind', argument: 'me at 9' }],
    ['/dnd 30m', { kind: 'local', name: 'dnd', argument: '30m' }],
    ['/dark\nand stormy', { kind: 'local', name: 'dark', argument: 'and stormy' }],
    ['/mute this\nand that', { kind: 'unknown', name: 'mute', argument: 'this\nand that' }],
    ['/shrug', { kind: 'unknown', name: 'shrug', argument: '' }],
    ['/pick-up 2 boxes', { kind: 'unknown', name: 'pick-up', argument: '2 boxes' }],
    [' /me', undefined],
    ['/usr/bin', undefined],
    ['/', undefined],
    ['me', undefined],
  ]
  for (const [text, expected] of rows) expect(commandIn(text), text).toEqual(expected)
  const durations = ['30m', '2h', '1 d', '45', '2 hours', '90 Mins', '1 day', 'soon', '2 houses', '']
  expect(durations.map(durationIn)).toEqual([
    1800,
    7200,
    86_400,
    2700,
    7200,
    5400,
    86_400,
    undefined,
    undefined,
    undefined,
  ])
})

it('the input of the quick switcher is parsed', () => {
  const rows: [string, SwitcherQuery][] = [
    ['', { kind: 'find', among: 'everything', text: '' }],
    [' des ', { kind: 'find', among: 'everything', text: 'des' }],
    ['#des', { kind: 'find', among: 'channels', text: 'des' }],
    ['@ana', { kind: 'find', among: 'people', text: 'ana' }],
    ['>dark', { kind: 'find', among: 'commands', text: 'dark' }],
    ['/new logo', { kind: 'search', q: 'new logo' }],
    ['220', { kind: 'go', view: { kind: 'message', id: 220 } }],
    ['https://x.org/m/220', { kind: 'go', view: { kind: 'message', id: 220 } }],
    ['https://x.org/#narrow/is/dm', { kind: 'go', view: { kind: 'dms' } }],
    ['https://y.org/m/220', { kind: 'find', among: 'everything', text: 'https://y.org/m/220' }],
  ]
  for (const [text, expected] of rows) expect(switcherQuery(text, 'https://x.org'), text).toEqual(expected)
})
