import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { pixel } from '../slack/testing/workspace.ts'
import { importFiles } from '../testing/imported.ts'
import { shown } from '../testing/texts.ts'
import { writeDocument } from '../text/write-document.ts'
import { discord } from './discord.ts'
import { parseDiscordText } from './text.ts'

const owner = 'olga@acme.example'
const ann = {
  ...{ id: '11', name: 'ann', nickname: 'Ann King', isBot: false },
  avatarUrl: 'general.json_Files/ann.png',
  roles: [{ id: '5', name: 'pickers' }],
}
const bo = {
  id: '12',
  name: 'bo',
  nickname: '',
  isBot: false,
  avatarUrl: 'https://cdn.example/avatars/12/a.png',
}
const time = (second: number) => `2024-03-01T10:00:${String(second).padStart(2, '0')}.5+01:00`
const message = (id: string, second: number, author: object, content: string, more: object = {}) => ({
  ...{
    id,
    type: 'Default',
    timestamp: time(second),
    timestampEdited: null,
    isPinned: false,
    content,
    author,
  },
  ...more,
})
const channel = (id: string, name: string, type: string, more: object, messages: object[]) => ({
  guild: { id: '1', name: 'Fruit Guild', iconUrl: 'general.json_Files/icon.png' },
  channel: { id, type, name, ...more },
  messages,
  messageCount: messages.length,
})

const files = () => ({
  'Fruit - general.json': channel('21', 'general', 'GuildTextChat', { topic: 'all' }, [
    message('100', 1, ann, 'hello <@12> <:parrot:77>', {
      mentions: [bo],
      inlineEmojis: [{ id: '77', name: 'parrot', imageUrl: 'general.json_Files/parrot.png' }],
      reactions: [
        { emoji: { id: '', name: '👍🏽' }, count: 3, users: [bo, { id: '13', name: 'reactor' }] },
        { emoji: { id: '78', name: 'lost' }, count: 1, users: [bo] },
      ],
    }),
    message('101', 2, bo, 'hi', { type: 'Reply', reference: { messageId: '100', channelId: '21' } }),
    message('102', 3, bo, '', { type: 'GuildMemberJoin' }),
    message('103', 4, ann, 'files', {
      attachments: [
        { id: '901', url: 'general.json_Files/the%20plan.txt', fileName: 'the plan.txt' },
        { id: '902', url: 'https://cdn.example/x.png', fileName: 'x.png' },
      ],
      embeds: [
        {
          title: 'Site',
          url: 'https://x.example/',
          description: '**d**',
          fields: [{ name: 'f', value: 'v' }],
        },
      ],
    }),
    message('104', 5, ann, 'forward:', { forwardedMessage: { content: 'quoted' } }),
    message('109', 6, ann, '', {
      stickers: [
        { id: '55', name: 'Ripe', format: 'Png', sourceUrl: 'general.json_Files/ripe.png' },
        { id: '56', name: 'Gone', format: 'Lottie', sourceUrl: 'https://cdn.example/56.json' },
      ],
    }),
  ]),
  'Fruit - general [part 2].json': channel('21', 'general', 'GuildTextChat', {}, [
    message('105', 7, bo, 'part two, <@&5>', {
      stickers: [{ id: '55', name: 'Ripe', sourceUrl: 'general.json_Files/ripe.png' }],
    }),
  ]),
  'Fruit - thread.json': channel(
    '22',
    'Which plums?',
    'GuildPublicThread',
    { categoryId: '21', category: 'general' },
    [message('106', 8, ann, 'the early ones')],
  ),
  'Direct.json': channel('23', 'bo', 'DirectTextChat', {}, [
    message('107', 8, ann, 'psst'),
    message('108', 9, bo, 'yes'),
  ]),
  'general.json_Files/parrot.png': pixel,
  'general.json_Files/ann.png': pixel,
  'general.json_Files/ripe.png': pixel,
  'general.json_Files/icon.png': pixel,
  'general.json_Files/the plan.txt': 'the plan\n',
})

describe('importing channels of Discord', () => {
  it('keeps people, channels, threads, replies, reactions and files', async () => {
    const world = await createWorld()
    const acme = await importFiles(world, discord, files(), { ownerEmail: owner })
    expect(acme.name).toBe('Fruit Guild')
    const all = await acme.messages(owner, [['channel', 'general']])
    expect(all.map(({ subject, sender_full_name, content }) => [subject, sender_full_name, content])).toEqual(
      [
        ['imported from Discord', 'Ann King', 'hello @_**bo** :parrot:'],
        [
          'imported from Discord',
          'bo',
          expect.stringMatching(/^@_\*\*Ann King\*\* \[replied to\]\(#narrow\/.*\)\nhi$/),
        ],
        [
          'imported from Discord',
          'Ann King',
          expect.stringMatching(
            /^files\n\*\*\[Site\]\(https:\/\/x\.example\/\)\*\*\n\*\*d\*\*\n\*\*f\*\*: v\n\[x\.png\]\(https:\/\/cdn\.example\/x\.png\)\n\[the plan\.txt\]\(\/user_uploads\/.*\)$/,
          ),
        ],
        ['imported from Discord', 'Ann King', 'forward:\n> quoted'],
        [
          'imported from Discord',
          'Ann King',
          expect.stringMatching(/^Gone\n\[Ripe\]\(\/user_uploads\/.*\.png\)$/),
        ],
        [
          'imported from Discord',
          'bo',
          expect.stringMatching(/^part two, @pickers\n\[Ripe\]\(\/user_uploads\/.*\.png\)$/),
        ],
        ['Which plums?', 'Ann King', 'the early ones'],
      ],
    )
    expect(all[0]).toMatchObject({ timestamp: Date.parse('2024-03-01T09:00:01Z') / 1_000 })
    expect(all[0]!.reactions).toHaveLength(2)
    expect(all[0]!.reactions[0]).toMatchObject({ emoji_code: '1f44d' })
    expect(acme.report.imported).toMatchObject({
      users: 4,
      channels: 1,
      messages: 9,
      direct_messages: 2,
      files: 2,
      emoji: 1,
      avatars: 1,
    })
    const { realm_icon } = await acme.get<{ realm_icon: string }>(owner, '/server_settings')
    expect(realm_icon).toContain('/user_avatars/')
    expect(acme.skipped).toMatchObject({
      'messages: join and leave notices': 1,
      'files: bytes are not in the archive': 1,
      'stickers: bytes are not in the archive': 1,
      'reactions: not in the list of people': 1,
      'reactions: emoji is not known': 1,
      'emoji: bytes are not in the archive': 1,
      'addresses: not in the archive': 3,
      'avatars: not in the archive': 1,
    })
  })

  it('ends with a sentence if nothing is a channel, a path leaves the folder, or there is no owner', async () => {
    const world = await createWorld()
    const fails = async (content: Record<string, unknown>, sentence: RegExp) =>
      await expect(importFiles(world, discord, content, { ownerEmail: owner })).rejects.toThrow(sentence)
    await fails({ 'x.json': [1], 'y.txt': '' }, /no JSON file of a Discord channel/)
    const attachments = [{ id: '1', url: '../../etc/passwd', fileName: 'x' }]
    await fails(
      { 'a.json': channel('1', 'a', 'GuildTextChat', {}, [message('1', 1, ann, 'x', { attachments })]) },
      /unsafe name/,
    )
    await expect(importFiles(world, discord, files())).rejects.toThrow(
      /No active owner with an email address/,
    )
  })
})

describe("Discord's markup", () => {
  it.each([
    ['**b** *i* _i_ __u__ ~~s~~ ***bi*** a_b_c', '**b** *i* *i* u ~~s~~ ***bi*** a_b_c'],
    ['<@12> <@!12> <#21> <@&5> <@&6> @everyone', '{@12} {@12} {#21} @pickers @role @**all**'],
    ['<:parrot:77> <a:lost:78> <t:1709283600:R>', '{emoji 77} :lost: <time:2024-03-01T09:00:00Z>'],
    ['so ||secret *x*|| end', 'so\n```spoiler\nsecret *x*\n```\nend'],
    ['> q\n>>> a\nb', '> q\n> a\n> b'],
    ['-# small\n# Head\n- item', 'small\n# Head\n* item'],
    ['```js\nlet **a**\n```x', '```js\nlet **a**\n```\nx'],
    [
      '\\*not\\* [l](https://x.example) <https://y.example>',
      '&#42;not&#42; [l](https://x.example) https://y.example',
    ],
  ])('%j', (text, expected) => {
    const names = {
      userName: () => undefined,
      roleName: (id: string) => (id === '5' ? 'pickers' : undefined),
      hasEmoji: (id: string) => id === '77',
    }
    expect(shown(writeDocument(parseDiscordText(text, names)))).toBe(expected)
  })
})
