import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { pixel } from '../slack/testing/workspace.ts'
import { importFiles } from '../testing/imported.ts'
import { shown } from '../testing/texts.ts'
import { writeDocument } from '../text/write-document.ts'
import { rocketchat } from './rocketchat.ts'
import { bsonOf } from './testing/bson.ts'
import { parseRocketText } from './text.ts'

const ann = 'ann@acme.example'
const bo = 'bo@acme.example'
const at = (seconds: number) => new Date((1_709_283_600 + seconds) * 1_000)
const from = (id: string) => ({ _id: id, username: id })

const users = bsonOf(
  {
    _id: 'u1',
    username: 'ann',
    name: 'Ann King',
    type: 'user',
    active: true,
    roles: ['admin'],
    emails: [{ address: ann, verified: true }],
    __rooms: ['GENERAL', 'd1'],
    createdAt: at(0),
  },
  {
    _id: 'u2',
    username: 'bo',
    name: 'Bo',
    type: 'user',
    active: true,
    roles: ['user'],
    emails: [{ address: bo }],
  },
  {
    _id: 'rocket.cat',
    username: 'rocket.cat',
    name: 'Rocket.Cat',
    type: 'bot',
    active: true,
    roles: ['bot'],
  },
)
const rooms = bsonOf(
  { _id: 'GENERAL', t: 'c', name: 'general', default: true, ts: at(0), u: from('u1'), topic: 'fruit' },
  { _id: 'r2', t: 'p', name: 'secret', fname: 'Secret Plans', ro: true },
  { _id: 'r3', t: 'c', name: 'x1y2', fname: 'Which plums?', prid: 'GENERAL' },
  { _id: 'd1', t: 'd', uids: ['u1', 'u2'] },
  { _id: 'd2', t: 'd', usernames: ['bo', 'ann'] },
  { _id: 'l1', t: 'l' },
)
const messages = bsonOf(
  { _id: 'm2', rid: 'GENERAL', u: from('u2'), msg: 'a reply', ts: at(20), tmid: 'm1' },
  {
    _id: 'm1',
    rid: 'GENERAL',
    u: from('u1'),
    msg: 'Ripe *plums*, @bo?',
    ts: at(10),
    editedAt: at(12),
    replies: ['u2'],
    reactions: {
      ':thumbsup:': { usernames: ['bo'] },
      ':parrot:': { usernames: ['ann'] },
      ':nope:': { usernames: ['ann'] },
    },
    starred: [{ _id: 'u2' }],
    pinned: true,
  },
  { _id: 'm3', rid: 'GENERAL', u: from('u1'), t: 'uj', msg: 'ann', ts: at(1) },
  { _id: 'm4', rid: 'r3', u: from('u2'), msg: 'the early ones', ts: at(30) },
  {
    _id: 'm5',
    rid: 'GENERAL',
    u: from('u1'),
    ts: at(40),
    file: { _id: 'f1', name: 'plan.txt' },
    attachments: [{ type: 'file', description: 'the _plan_' }],
  },
  { _id: 'm6', rid: 'GENERAL', u: from('u1'), msg: '', ts: at(41), files: [{ _id: 'f2', name: 'lost.txt' }] },
  { _id: 'm7', rid: 'd1', u: from('u1'), msg: 'hi Bo', ts: at(50) },
  { _id: 'm8', rid: 'd2', u: from('u2'), msg: 'hi Ann', ts: at(51) },
  { _id: 'm9', rid: 'l1', u: from('u2'), msg: 'help', ts: at(52) },
  { _id: 'm10', rid: 'GENERAL', u: from('u9'), msg: 'gone', ts: at(53) },
  {
    ...{
      _id: 'm11',
      rid: 'GENERAL',
      u: from('u1'),
      ts: at(54),
      msg: '@bobby',
      files: [{ _id: 'f9', name: 'x' }],
    },
    mentions: [{ _id: 'u2', username: 'bobby' }],
  },
)

const dump = () => ({
  'dump/users.bson': users,
  'dump/rocketchat_room.bson': rooms,
  'dump/rocketchat_message.bson': messages,
  'dump/rocketchat_subscription.bson': bsonOf(
    { rid: 'GENERAL', u: from('u1'), f: true },
    { rid: 'GENERAL', u: from('u2') },
    { rid: 'r3', u: from('u2') },
  ),
  'dump/rocketchat_uploads.bson': bsonOf({ _id: 'f1', name: 'plan.txt', type: 'text/plain', userId: 'u1' }),
  // The chunks of a file may be apart and out of order; others have lost their file.
  'dump/rocketchat_uploads.chunks.bson': bsonOf(
    { files_id: 'f1', n: 1, data: Buffer.from('plan\n') },
    { files_id: 'f9', n: 0, data: Buffer.from('x') },
    { files_id: 'f1', n: 0, data: Buffer.from('the ') },
  ),
  'dump/rocketchat_custom_emoji.bson': bsonOf({
    _id: 'e1',
    name: 'parrot',
    extension: 'png',
    aliases: ['polly'],
  }),
  // The second has its bytes in a folder beside the database.
  'dump/rocketchat_avatars.bson': bsonOf({ _id: 'a1', userId: 'u1' }, { _id: 'a2', userId: 'u2' }),
  'dump/rocketchat_avatars.chunks.bson': bsonOf({ files_id: 'a1', n: 0, data: pixel }),
  'dump/custom_emoji.chunks.bson': bsonOf({ files_id: 'parrot.png', n: 0, data: pixel }),
})

describe('importing a dump of Rocket.Chat', () => {
  it('keeps people, channels, discussions, threads, direct messages and files', async () => {
    const world = await createWorld()
    const acme = await importFiles(world, rocketchat, dump())
    const all = await acme.messages(bo, [['channel', 'general']])
    expect(all.map(({ subject, sender_full_name, content }) => [subject, sender_full_name, content])).toEqual(
      [
        ['2024-03-01 Ripe plums, Bo?', 'Ann King', 'Ripe **plums**, @**Bo**?'],
        ['2024-03-01 Ripe plums, Bo?', 'Bo', 'a reply'],
        ['Which plums?', 'Bo', 'the early ones'],
        [
          'imported from Rocket.Chat',
          'Ann King',
          expect.stringMatching(/^the \*plan\*\n\[plan\.txt\]\(\/user_uploads\/.+\)$/),
        ],
        ['imported from Rocket.Chat', 'Ann King', 'lost.txt'],
        ['imported from Rocket.Chat', 'u9', 'gone'],
        // Bo had another name then, and the file is gone.
        ['imported from Rocket.Chat', 'Ann King', '@**Bo**\nx'],
      ],
    )
    expect(all[0]!.reactions.map(({ emoji_name }) => emoji_name)).toEqual(['+1', 'parrot'])
    expect(all[0]!.flags).toContain('starred')
    const direct = await acme.messages(bo, [['dm', ann]])
    expect(direct.map(({ content }) => content)).toEqual(['hi Bo', 'hi Ann'])
    expect(acme.report.imported).toMatchObject({
      channels: 2,
      messages: 9,
      direct_messages: 2,
      files: 1,
      emoji: 1,
      avatars: 1,
      reactions: 2,
    })
    expect(acme.skipped).toMatchObject({
      'messages: join and leave notices': 1,
      'messages: channel is not in the archive': 1,
      'files: bytes are not in the archive': 1,
      'files: deleted in the source': 1,
      'avatars: bytes are not in the archive': 1,
      'channels: no counterpart': 1,
      'pins: no counterpart': 1,
      'reactions: emoji is not known': 1,
    })
    const { 'dump/rocketchat_subscription.bson': _, ...others } = dump()
    // Avatars may be larger together than what fits into memory.
    const large = Array.from({ length: 70 }, (_, n) => ({ files_id: `b${n}`, n: 0, data: Buffer.alloc(1e6) }))
    const dry = await importFiles(
      world,
      rocketchat,
      {
        ...others,
        'dump/rocketchat_avatars.chunks.bson': bsonOf(...large, { files_id: 'a2', n: 0, data: pixel }),
      },
      { subdomain: 'other', isDryRun: true },
    )
    expect(dry.report.imported).toMatchObject({ subscriptions: 1, avatars: 1 })
  })

  it('ends with a sentence if a file is missing or damaged', async () => {
    const world = await createWorld()
    const fails = async (change: Record<string, unknown>, sentence: RegExp) =>
      await expect(importFiles(world, rocketchat, { ...dump(), ...change })).rejects.toThrow(sentence)
    await expect(importFiles(world, rocketchat, { 'users.bson': users, 'x.txt': '' })).rejects.toThrow(
      /no rocketchat_room\.bson/,
    )
    await fails({ 'dump/users.bson': users.subarray(0, -3) }, /users\.bson ends unexpectedly/)
    await fails(
      { 'dump/users.bson': Buffer.from('ffffff7f00', 'hex') },
      /users\.bson: invalid BSON near byte 0/,
    )
    await fails({ 'dump/users.bson': Buffer.from('0a000000ff61000100', 'hex') }, /users\.bson/)
  })
})

describe("Rocket.Chat's markup", () => {
  it.each([
    ['*bold* _it_ ~gone~ **b** 2*3*4', '**bold** *it* ~~gone~~ **b** 2&#42;3&#42;4'],
    ['@ann: @nobody @all #general #x', '{@u1}: @nobody @**all** {#g} #x'],
    ['```js\nlet a\n```\n> quote\n# Head', '```js\nlet a\n```\n> quote\n\n# Head'],
    [
      '[a](https://x.example) <https://x.example|b> https://y.example.',
      '[a](https://x.example) [b](https://x.example) https://y.example.',
    ],
    [':tada: `*x*`', ':tada: `*x*`'],
  ])('%j', (text, expected) => {
    const names = {
      user: (name: string) => (name === 'ann' ? 'u1' : undefined),
      channel: (name: string) => (name === 'general' ? 'g' : undefined),
      customEmoji: () => undefined,
    }
    expect(shown(writeDocument(parseRocketText(text, names)))).toBe(expected)
  })
})
