import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../testing/imported.ts'
import { slack } from './slack.ts'
import { day, token, workspace } from './testing/workspace.ts'

const ann = 'ann@acme.example'
const bo = 'bo@acme.example'

describe('importing a Slack export', () => {
  it('keeps people, channels, threads, direct messages, reactions and files', async () => {
    const world = await createWorld()
    const acme = await importFiles(world, slack, workspace(), {
      emails: new Map([['dee', 'dee@acme.example']]),
    })
    expect(acme.name).toBe('Acme')

    const { members } = await acme.get<{ members: Record<string, unknown>[] }>(ann, '/users')
    const roles = Object.fromEntries(
      members.map((user) => [user.full_name, [user.role, user.is_active, user.is_bot]]),
    )
    expect(roles).toMatchObject({
      'Ann King': [100, true, false],
      Bo: [200, true, false],
      'Cy Guest': [600, true, false],
      'Gone Girl': [400, false, false],
      Dee: [400, true, false],
      Ext: [600, true, false],
      Deploy: [400, true, true],
      Builder: [400, true, true],
      Slackbot: [400, false, true],
      'Shared Sue': [400, false, false],
      'Unknown user U55': [400, false, false],
    })
    const profile = await acme.get<{ user: Record<string, unknown> }>(ann, `/users/${ann}`, {
      include_custom_profile_fields: true,
    })
    expect(profile.user).toMatchObject({ timezone: 'Europe/Berlin' })
    expect(JSON.stringify(profile.user.profile_data)).toContain('Grower')

    const { streams } = await acme.get<{ streams: Record<string, unknown>[] }>(ann, '/streams', {
      exclude_archived: false,
      include_default: true,
    })
    expect(streams).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          name: 'general',
          description: 'All & everything · fruit',
          is_default: true,
        }),
        expect.objectContaining({ name: 'random', is_default: true }),
        expect.objectContaining({ name: 'old', is_archived: true }),
        expect.objectContaining({ name: 'secret', invite_only: true, history_public_to_subscribers: true }),
      ]),
    )

    const all = await acme.messages(ann, [['channel', 'general']])
    expect(all.map(({ subject, sender_full_name, content }) => [subject, sender_full_name, content])).toEqual(
      [
        ['imported from Slack', 'Bo', 'earliest'],
        ['2024-03-01 Are the plums ripe, Bo?', 'Ann King', 'Are the **plums** ripe, @**Bo**?'],
        ['2024-03-01 Are the plums ripe, Bo?', 'Bo', 'nearly & soon :tada:'],
        ['2024-03-01 thread', 'Ann King', 'reply to nothing'],
        ['imported from Slack', 'Ann King', 'root without replies'],
        ['imported from Slack', 'Bo', '/me waves :parrot:'],
        ['imported from Slack', 'Builder', 'built'],
        ['imported from Slack', 'Builder', 'built again'],
        ['imported from Slack', 'Deploy', 'deployed'],
        ['imported from Slack', 'Slackbot', 'beep'],
        ['imported from Slack', 'Shared Sue', 'from outside'],
        [
          'imported from Slack',
          'Ann King',
          expect.stringMatching(
            /^two files\n\[Lost\]\(https:\/\/acme\.slack\.com\/files\/F2\)\n\[Drive\]\(https:\/\/drive\.example\/x\)\n\[The plan &#91;1&#93;\]\(\/user_uploads\/.*plan\.txt\)$/,
          ),
        ],
        ['imported from Slack', 'Ann King', 'leak https://files.slack.com/a?b=1'],
        [
          'imported from Slack',
          'Ann King',
          expect.stringMatching(
            /^see #\*\*general>2024-03-01 Are the plums ripe, Bo\?@\d+\*\* and #\*\*secret\*\*$/,
          ),
        ],
        ['imported from Slack', 'Ann King', 'first'],
        ['imported from Slack', 'Ann King', 'now'],
        ['2024-03-01 Are the plums ripe, Bo?', 'Bo', 'late reply'],
      ],
    )
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((a, b) => a - b))
    expect(all.every(({ flags }) => flags.includes('read'))).toBe(true)
    const reply = all[2]!
    expect(reply).toMatchObject({ timestamp: day + 20, last_edit_timestamp: day + 25 })
    expect(reply.reactions.map(({ emoji_name, emoji_code }) => [emoji_name, emoji_code])).toEqual([
      ['+1', '1f44d'],
      ['parrot', expect.any(String)],
    ])
    const now = all.find(({ content }) => content === 'now')!
    const { message_history: history } = await acme.get<{ message_history: Record<string, unknown>[] }>(
      ann,
      `/messages/${now.id}/history`,
    )
    expect(history.map(({ content }) => content)).toEqual(['before **it**', 'now'])

    const texts = async (email: string, narrow: unknown[]) =>
      (await acme.messages(email, narrow)).map(({ content }) => content)
    expect(await texts(bo, [['channel', 'secret']])).toEqual(['psst'])
    expect(await texts(bo, [['dm', ann]])).toEqual(['hi Bo'])
    expect(await texts(bo, [['dm', `${ann},cy@acme.example`]])).toEqual(['we three', 'yes'])
    expect(await texts(ann, [['dm', ann]])).toEqual(['note to self'])
    expect(await texts(ann, [['dm', 'u55@acme.invalid']])).toEqual(['anybody?'])

    expect(acme.report.imported).toMatchObject({
      channels: 4,
      messages: 23,
      direct_messages: 5,
      reactions: 2,
      files: 1,
      emoji: 1,
    })
    expect(acme.skipped).toMatchObject({
      'messages: join and leave notices': 1,
      'messages: deleted in the source': 1,
      'messages: no sender': 1,
      'messages: time cannot be read': 1,
      'messages: no text and no file': 1,
      'messages: channel is not in the archive': 1,
      'files: channel is not in the archive': 1,
      'reactions: channel is not in the archive': 2,
      'messages: more than once in the archive': 1,
      'reactions: emoji is not known': 1,
      'reactions: more than once in the archive': 1,
      'reactions: not in the list of people': 3,
      'files: bytes are not in the archive': 3,
      'files: deleted in the source': 1,
      'emoji: bytes are not in the archive': 1,
      'avatars: not in the archive': 1,
      'pins: no counterpart': 1,
      'canvases: no counterpart': 1,
      'profile fields: field without a name': 1,
      'members: not in the list of people': 1,
    })
  })

  it('stores the token of file addresses nowhere', async () => {
    const world = await createWorld()
    const acme = await importFiles(world, slack, workspace())
    const all = [...(await acme.messages(ann, [['channel', 'general']]))]
    expect(JSON.stringify(all)).not.toContain(token.slice(0, 9))
    expect(JSON.stringify(acme.report)).not.toContain('xox')
  })

  it('ends with a sentence if the archive is no export or names somebody twice', async () => {
    const world = await createWorld()
    const fails = async (change: Record<string, unknown>, sentence: RegExp) => {
      const files = { ...workspace(), ...change }
      for (const [name, content] of Object.entries(files)) if (content === undefined) delete files[name]
      await expect(importFiles(world, slack, files)).rejects.toThrow(sentence)
    }
    await fails({ 'users.json': undefined }, /no users\.json/)
    await fails({ 'channels.json': undefined }, /no channels\.json/)
    await fails({ 'users.json': [{ id: 'U1' }, { id: 'U1' }] }, /user U1 more than once/)
    await fails({ 'groups.json': [{ id: 'C1', name: 'x' }] }, /C1 more than once/)
    await fails({ 'general/2024-03-01.json': '[{"ts": "1.1"},' }, /general\/2024-03-01\.json/)
    await fails({ 'general/2024-03-01.json': { not: 'a list' } }, /general\/2024-03-01\.json/)
    await fails({ 'users.json': [{ id: 'U1', name: 'ann' }] }, /No active owner with an email address/)
    // Nothing is left, so the subdomain is free.
    expect((await importFiles(world, slack, workspace())).report.imported.messages).toBe(23)
  })

  it('reads lists of an organization, a common top folder and odd values', async () => {
    const world = await createWorld()
    const files = {
      'top/org_users.json': [
        {
          id: 'W1',
          name: 'ann',
          is_owner: true,
          enterprise_user: {},
          team_id: 'T1',
          profile: { email: ann },
        },
        { id: 7, name: null, profile: 'none' },
        'odd',
      ],
      'top/channels.json': [
        { id: 'C1', name: 'same', is_archived: true, members: null },
        { id: 'C2', name: 'same', members: ['W1', 4] },
        null,
      ],
      'top/same/2024-03-01.json': [
        null,
        7,
        {
          ts: 1_709_283_600.5,
          user: 'W1',
          text: 'number as time',
          files: 'none',
          reactions: [{}],
          blocks: {},
          attachments: 5,
        },
        { ts: '1709283601.000000', user: 'W1', text: 'nul\u0000 and \ud800 lone' },
        { ts: '99999999999.0', user: 'W1', text: 'future' },
        { ts: '1709283602.0', user: 'W1', text: '<script>alert(1)</script> [x](javascript:alert(1))' },
        { ts: '1709283603.0', user: 'W1', text: 'x'.repeat(25_000) },
      ],
    }
    const acme = await importFiles(world, slack, files)
    const messages = await acme.messages(ann, [['channel', 'same']])
    expect(messages.map(({ content }) => content.slice(0, 60))).toEqual([
      'number as time',
      'nul and  lone',
      '<script>alert(1)</script> [x&#93;(javascript:alert(1))',
      'x'.repeat(60),
      'x'.repeat(60),
      'x'.repeat(60),
      'future',
    ])
    expect(messages.at(-1)!.timestamp).toBeLessThanOrEqual(world.clock.now() / 1_000)
    expect(acme.skipped).toMatchObject({
      'messages: cannot be read': 2,
      'long messages: split': 1,
      'users: cannot be read': 1,
    })
  })
})
