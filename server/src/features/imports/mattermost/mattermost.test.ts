import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { pixel } from '../slack/testing/workspace.ts'
import { importFiles } from '../testing/imported.ts'
import { mattermost } from './mattermost.ts'

const ann = 'ann@acme.example'
const bo = 'bo@acme.example'
const start = 1_709_283_600_000

const member = (name: string, more: object = {}) => ({ name, roles: 'channel_user', ...more })
const inTeam = (roles: string, channels: object[]) => [{ name: 'acme', roles, channels }]
const filePath = '20240301/teams/noteam/channels/c/users/u/f/plan.txt'

const lines = (): [type: string, value: Record<string, unknown>][] => [
  ['team', { name: 'acme', display_name: 'Acme Fruit', type: 'O' }],
  [
    'channel',
    {
      team: 'acme',
      name: 'town-square',
      display_name: 'Town Square',
      type: 'O',
      purpose: 'all',
      header: 'h',
    },
  ],
  ['channel', { team: 'acme', name: 'secret', display_name: 'Plans', type: 'P', header: 'hidden' }],
  ['channel', { team: 'acme', name: '404', display_name: 'plans', type: 'O', deleted_at: start }],
  [
    'user',
    {
      username: 'ann',
      email: ann,
      first_name: 'Ann',
      last_name: 'King',
      position: 'Grower',
      roles: 'system_user system_admin',
      delete_at: 0,
      profile_image: 'profile/ann.png',
      notify_props: { mention_keys: 'ann,@ann,plums' },
      custom_status: { emoji: 'cherries', text: 'picking' },
      teams: inTeam('team_user team_admin', [
        member('town-square', { favorite: true, last_viewed_at: start + 1_500 }),
        member('secret', { notify_props: { mark_unread: 'mention' } }),
      ]),
    },
  ],
  [
    'user',
    {
      username: 'bo',
      email: bo,
      nickname: 'Bo',
      roles: 'system_user',
      teams: inTeam('team_user team_admin', [member('town-square'), member('secret')]),
    },
  ],
  [
    'user',
    {
      username: 'cy',
      email: 'cy@acme.example',
      roles: 'system_guest',
      delete_at: start,
      teams: inTeam('team_guest', []),
    },
  ],
  ['user', { username: 'idle', email: 'idle@acme.example', roles: 'system_user', teams: null }],
  ['user', { username: 'old', email: 'old@acme.example', roles: 'system_user', teams: null }],
  ['bot', { username: 'robot', owner: 'ann', display_name: 'Robot', delete_at: 0 }],
  ['playbook', { odd: true }],
  [
    'post',
    {
      team: 'acme',
      channel: 'town-square',
      user: 'ann',
      message: 'Who picks the __plums__, @bo?',
      create_at: start + 2_000,
      edit_at: start + 2_500,
      is_pinned: true,
      flagged_by: ['bo'],
      thread_followers: [{ user: 'bo' }],
      reactions: [
        { user: 'bo', emoji_name: '+1', create_at: start },
        { user: 'bo', emoji_name: 'parrot' },
        { user: 'bo', emoji_name: 'nope' },
      ],
      replies: [
        {
          user: 'bo',
          message: 'I do',
          create_at: start + 4_000,
          attachments: [{ path: filePath }, { path: 'lost/x.txt' }],
        },
        { user: 'old', message: 'me too', create_at: start + 3_000 },
        { user: 'old', type: 'system_join_channel', message: 'joined', create_at: start + 3_100 },
      ],
    },
  ],
  [
    'post',
    {
      team: 'acme',
      channel: 'town-square',
      user: 'bo',
      message: 'earlier',
      create_at: start + 1_000,
      replies: null,
    },
  ],
  [
    'post',
    { team: 'acme', channel: 'town-square', user: 'robot', message: 'beep', create_at: start + 5_000 },
  ],
  [
    'post',
    {
      team: 'acme',
      channel: 'town-square',
      user: 'ann',
      type: 'slack_attachment',
      message: '',
      create_at: start + 6_000,
      props: {
        from_webhook: 'true',
        override_username: 'CI',
        attachments: [
          {
            title: 'Build',
            title_link: 'https://x.example/1',
            text: 'by @bo',
            fields: [{ title: 'State', value: '_ok_' }],
          },
        ],
      },
    },
  ],
  [
    'post',
    {
      team: 'acme',
      channel: 'town-square',
      user: 'ann',
      type: 'me',
      message: '*waves*',
      create_at: start + 7_000,
    },
  ],
  ['post', { team: 'acme', channel: 'nowhere', user: 'ann', message: 'lost', create_at: start + 7_100 }],
  ['post', { team: 'acme', channel: 'town-square', user: 'ann', message: 'no time' }],
  [
    'post',
    { team: 'acme', channel: 'secret', user: 'bo', message: 'psst ~town-square', create_at: start + 8_000 },
  ],
  ['emoji', { name: 'parrot', image: 'emoji/p/image.png' }],
  ['direct_channel', { participants: [{ username: 'ann' }, { username: 'bo', last_viewed_at: start }] }],
  [
    'direct_post',
    {
      channel_members: ['ann', 'bo'],
      user: 'ann',
      message: 'hi Bo',
      create_at: start + 9_000,
      replies: [{ user: 'bo', message: 'hi Ann', create_at: start + 9_500 }],
    },
  ],
  ['direct_post', { channel_members: ['bo', 'ann'], user: 'bo', message: 'again', create_at: start + 9_200 }],
  [
    'direct_post',
    { channel_members: ['ann', 'ann'], user: 'ann', message: 'note', create_at: start + 9_300 },
  ],
]

const manifest = (rows = lines()) =>
  [['version', 1] as const, ...rows]
    .map(([type, value]) => JSON.stringify({ type, [type]: value }))
    .join('\n')

const files = (rows = lines()) => ({
  'import.jsonl': manifest(rows),
  'data/profile/ann.png': pixel,
  'data/emoji/p/image.png': pixel,
  [`data/data/${filePath}`]: 'the plan\n',
  'data/other.jsonl': '{"not": "a manifest"}',
})

describe('importing a Mattermost export', () => {
  it('keeps people, channels, threads, direct messages, reactions and files', async () => {
    const world = await createWorld()
    const acme = await importFiles(world, mattermost, files())
    expect(acme.name).toBe('Acme Fruit')

    const { members } = await acme.get<{ members: Record<string, unknown>[] }>(ann, '/users')
    const roles = Object.fromEntries(
      members.map((user) => [user.full_name, [user.role, user.is_active, user.is_bot]]),
    )
    expect(roles).toMatchObject({
      'Ann King': [100, true, false],
      Bo: [200, true, false],
      cy: [600, false, false],
      old: [400, false, false],
      Robot: [400, true, true],
      CI: [400, true, true],
    })
    expect(roles).not.toHaveProperty('idle')

    const { subscriptions } = await acme.get<{ subscriptions: Record<string, unknown>[] }>(
      ann,
      '/users/me/subscriptions',
    )
    expect(subscriptions).toEqual([
      expect.objectContaining({
        name: 'Plans (secret)',
        invite_only: true,
        is_muted: true,
        description: 'hidden',
      }),
      expect.objectContaining({ name: 'Town Square', pin_to_top: true, description: 'all' }),
    ])
    const { alert_words } = await acme.get<{ alert_words: string[] }>(ann, '/users/me/alert_words')
    expect(alert_words).toEqual(['plums'])

    const thread = '2024-03-01 Who picks the plums, Bo?'
    const all = await acme.messages(bo, [['channel', 'Town Square']])
    expect(all.map(({ subject, sender_full_name, content }) => [subject, sender_full_name, content])).toEqual(
      [
        ['imported from Mattermost', 'Bo', 'earlier'],
        [thread, 'Ann King', 'Who picks the **plums**, @**Bo**?'],
        [thread, 'old', 'me too'],
        [thread, 'Bo', expect.stringMatching(/^I do\nx\.txt\n\[plan\.txt\]\(\/user_uploads\/.*\)$/)],
        ['imported from Mattermost', 'Robot', 'beep'],
        ['imported from Mattermost', 'CI', '**[Build](https://x.example/1)**\nby @**Bo**\n**State**: *ok*'],
        ['imported from Mattermost', 'Ann King', '/me waves'],
      ],
    )
    const root = all[1]!
    expect(root.reactions.map(({ emoji_name }) => emoji_name)).toEqual(['+1', 'parrot'])
    expect(root.flags.sort()).toEqual(['mentioned', 'read', 'starred'])
    expect(root.last_edit_timestamp).toBe(start / 1_000 + 2)
    expect(all.every(({ flags }) => flags.includes('read'))).toBe(true)
    const followed = await acme.messages(bo, [['is', 'followed']])
    expect(followed.map(({ subject }) => subject)).toEqual([thread, thread, thread])

    const texts = async (email: string, narrow: unknown[]) =>
      (await acme.messages(email, narrow)).map(({ content }) => content)
    expect(await texts(bo, [['channel', 'Plans (secret)']])).toEqual(['psst #**Town Square**'])
    expect(await texts(bo, [['dm', ann]])).toEqual(['hi Bo', 'again', 'hi Ann'])
    expect(await texts(ann, [['dm', ann]])).toEqual(['note'])

    expect(acme.report.imported).toMatchObject({
      channels: 3,
      messages: 12,
      direct_messages: 4,
      reactions: 2,
      files: 1,
      emoji: 1,
      avatars: 1,
      bots: 2,
    })
    expect(acme.skipped).toEqual({
      'files: bytes are not in the archive': 1,
      'messages: channel is not in the archive': 1,
      'messages: join and leave notices': 1,
      'messages: time cannot be read': 1,
      'pins: no counterpart': 1,
      'playbook lines: no counterpart': 1,
      'reactions: emoji is not known': 1,
      'users: not in this team': 1,
    })
  })

  it('keeps messages unread if asked to', async () => {
    const world = await createWorld()
    const acme = await importFiles(world, mattermost, files(), { keepUnread: true })
    const unread = async (email: string, narrow: unknown[]) =>
      (await acme.messages(email, narrow))
        .filter(({ flags }) => !flags.includes('read'))
        .map(({ content }) => content)
    expect(await unread(ann, [['channel', 'Town Square']])).toContain('me too')
    expect(await unread(ann, [['channel', 'Town Square']])).not.toContain('earlier')
    expect(await unread(bo, [['channel', 'Town Square']])).toEqual([])
    expect(await unread(bo, [['dm', ann]])).toContain('hi Bo')
  })

  it('imports one of several teams, and direct messages inside it', async () => {
    const world = await createWorld()
    const rows = [
      ...lines(),
      ['channel', { team: 'other', name: 'town-square', display_name: 'Town Square', type: 'O' }],
      [
        'post',
        {
          ...{ team: 'other', channel: 'town-square', user: 'bo', message: 'elsewhere', create_at: start },
          reactions: [{ user: 'bo', emoji_name: '+1' }],
        },
      ],
    ] as ReturnType<typeof lines>
    rows.unshift(['team', { name: 'other', display_name: 'Other' }])
    rows.push([
      'direct_post',
      { channel_members: ['ann', 'idle'], user: 'ann', message: 'outside', create_at: start },
    ])
    await expect(importFiles(world, mattermost, files(rows))).rejects.toThrow(/choose one of other, acme/)
    await expect(importFiles(world, mattermost, files(rows), { team: 'x' })).rejects.toThrow(/no team "x"/)
    const acme = await importFiles(world, mattermost, files(rows), { team: 'acme' })
    expect(acme.report.imported).toMatchObject({ messages: 12, direct_messages: 4 })
    expect(acme.skipped).toMatchObject({
      'users: not in this team': 1,
      'channels: not in this team': 1,
      'messages: not in this team': 2,
      'reactions: not in this team': 1,
    })
  })

  it('ends with a sentence if the archive is damaged or hostile', async () => {
    const world = await createWorld()
    const fails = async (content: Record<string, unknown>, sentence: RegExp) =>
      await expect(importFiles(world, mattermost, content)).rejects.toThrow(sentence)
    await fails({ 'data/x.jsonl': manifest(), 'other/y.txt': '' }, /no import\.jsonl/)
    await fails(
      { 'import.jsonl': manifest().split('\n').slice(1).join('\n') },
      /does not begin with a version/,
    )
    await fails({ 'import.jsonl': '{"type": "version", "version": 1}' }, /has no team/)
    await fails({ 'import.jsonl': `${manifest()}\n{"type": ` }, /import\.jsonl, line \d+: invalid JSON/)
    const traversal = lines()
    traversal.push([
      'post',
      {
        team: 'acme',
        channel: 'town-square',
        user: 'ann',
        message: 'x',
        create_at: start,
        attachments: [{ path: '../../etc/passwd' }],
      },
    ])
    await fails(files(traversal), /unsafe name/)
    await fails(files([...lines(), ['user', { username: 'ann' }]]), /line \d+: the ID ann occurs twice/)
  })
})
