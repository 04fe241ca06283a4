import type { FetchedMessage, NarrowTerm } from '@loquat/contract'
import { expect, it } from 'vitest'
import type { FeedView } from '../navigation/narrow.ts'
import { type MatchContext, matchesNarrow, matchesView, type NarrowMatch } from './match-narrow.ts'

const context: MatchContext = {
  me: 5,
  isMuted: (_, topic) => topic === 'muted',
  policyOf: (_, topic) => ({ muted: 1, followed: 3 })[topic] ?? 0,
  channelIdOf: (name) => (name === 'design' ? 12 : undefined),
  isPublic: (id) => id === 12,
  isWebPublic: () => false,
}
const message = (more: object) =>
  ({ id: 220, sender_id: 7, subject: '', flags: [], reactions: [], ...more }) as unknown as FetchedMessage
const person = (id: number) => ({ id, email: '', full_name: '', is_mirror_dummy: false })
const inDesign = (subject: string, more = {}) =>
  message({ stream_id: 12, display_recipient: 'design', subject, ...more })
const among = (...ids: number[]) => message({ display_recipient: ids.map(person) })

const plums = inDesign('Plums')
const muted = inDesign('muted')
const followed = inDesign('followed', { flags: ['read', 'has_alert_word'] })
const starred = inDesign('✔ done', { flags: ['starred', 'group_mentioned'], reactions: [{}] })
const ana = among(5, 7)
const group = among(5, 7, 9)
const self = among(5)
const all = { plums, muted, followed, starred, ana, group, self }
type Name = keyof typeof all

it('messages are matched with views', () => {
  const rows: [FeedView, Name[]][] = [
    [{ kind: 'feed' }, ['plums', 'followed', 'starred', 'ana', 'group', 'self']],
    [{ kind: 'mentions' }, ['starred']],
    [{ kind: 'starred' }, ['starred']],
    [{ kind: 'dms' }, ['ana', 'group', 'self']],
    [{ kind: 'channel', channelId: 12 }, ['plums', 'followed', 'starred']],
    [{ kind: 'channel', channelId: 13 }, []],
    [{ kind: 'topic', channelId: 12, topic: 'pLUMS' }, ['plums']],
    [{ kind: 'topic', channelId: 12, topic: 'muted' }, ['muted']],
    [{ kind: 'topic', channelId: 13, topic: 'plums' }, []],
    [{ kind: 'dm', userIds: [7] }, ['ana']],
    [{ kind: 'dm', userIds: [7, 9] }, ['group']],
    [{ kind: 'dm', userIds: [] }, ['self']],
  ]
  for (const [view, expected] of rows) {
    const found = (Object.keys(all) as Name[]).filter(
      (name) => matchesView(view, all[name], context) === true,
    )
    expect(found, JSON.stringify(view)).toEqual(expected)
  }
})

it('terms are decided like on the server, as far as possible', () => {
  const rows: [string, NarrowTerm['operand'], Name, NarrowMatch, boolean?][] = [
    ['channel', 12, 'plums', true],
    ['channel', 'design', 'plums', true],
    ['channel', 'unknown', 'plums', false],
    ['channel', 12, 'ana', false],
    ['channels', 'public', 'plums', true],
    ['channels', 'web-public', 'plums', false],
    ['channels', 'public', 'ana', false],
    ['topic', 'plums', 'plums', true],
    ['topic', '', 'ana', false],
    ['dm', [7], 'ana', true],
    ['dm', [5, 7], 'ana', true],
    ['dm', [7], 'group', false],
    ['dm', 'ana@x.org', 'ana', 'unknown'],
    ['dm-including', 9, 'group', true],
    ['dm-including', 9, 'ana', false],
    ['dm-including', 5, 'self', true],
    ['dm-including', 7, 'plums', false],
    ['sender', 7, 'plums', true],
    ['sender', 8, 'plums', false],
    ['sender', 'ana@x.org', 'plums', 'unknown'],
    ['id', 220, 'plums', true],
    ['id', '221', 'plums', false],
    ['near', '3', 'plums', true],
    ['is', 'dm', 'self', true],
    ['is', 'private', 'plums', false],
    ['is', 'mentioned', 'starred', true],
    ['is', 'starred', 'plums', false],
    ['is', 'unread', 'plums', true],
    ['is', 'unread', 'followed', false],
    ['is', 'alerted', 'followed', true],
    ['is', 'followed', 'followed', true],
    ['is', 'muted', 'muted', true],
    ['is', 'muted', 'ana', false],
    ['is', 'resolved', 'starred', true],
    ['is', 'other', 'plums', 'unknown'],
    ['in', 'home', 'muted', false],
    ['in', 'home', 'ana', true],
    ['in', 'all', 'muted', true],
    ['has', 'reaction', 'starred', true],
    ['has', 'reaction', 'plums', false],
    ['has', 'link', 'plums', 'unknown'],
    ['search', 'plums', 'plums', 'unknown'],
    ['with', 3, 'plums', 'unknown'],
    ['channel', 12, 'plums', false, true],
    ['is', 'muted', 'plums', true, true],
    ['has', 'link', 'plums', 'unknown', true],
    ['in', 'all', 'plums', true, true],
    ['near', '3', 'plums', true, true],
  ]
  for (const [operator, operand, name, expected, negated = false] of rows) {
    const found = matchesNarrow([{ operator, operand, negated }], all[name], context)
    expect(found, `${negated ? '-' : ''}${operator}:${operand} ${name}`).toBe(expected)
  }
})

it('all terms must match, and a definite mismatch outweighs an unknown', () => {
  const term = (operator: string, operand: string | number): NarrowTerm => ({
    operator,
    operand,
    negated: false,
  })
  const search = term('search', 'plums')
  expect(matchesNarrow([], plums, context)).toBe(true)
  expect(matchesNarrow([search, term('channel', 12)], plums, context)).toBe('unknown')
  expect(matchesNarrow([search, term('channel', 13)], plums, context)).toBe(false)
  expect(matchesView({ kind: 'search', q: 'is:dm' }, ana, context, [term('is', 'dm')])).toBe(true)
})
