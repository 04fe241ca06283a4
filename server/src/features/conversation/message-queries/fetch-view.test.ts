import { createWorld, type Person, sendChannelMessage, sendDirectMessage } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate, named } from '../../places/channels/testing/fixtures.ts'
import { settle, tada } from '../reactions/testing/fixtures.ts'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>

const all = { anchor: 'oldest', num_before: 0, num_after: 100 }

const find = async ({ api }: Person, narrow: Narrow) => (await api.getMessages({ ...all, narrow })).messages
const idsOf = async (person: Person, narrow: Narrow) => (await find(person, narrow)).map(({ id }) => id)

describe('a fetched message', () => {
  it('has no picture where clients can find it themselves, which the sender’s address decides, not the reader', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await sendChannelMessage(carol)
    await sendChannelMessage(dave)
    await settle(world, dave, { email_address_visibility: 4 })
    for (const reader of [alice, carol]) {
      for (const client_external_avatar of [true, false]) {
        const { messages } = await reader.api.getMessages({ ...all, client_external_avatar })
        const [open, hidden] = messages.map((message) => message.avatar_url)
        expect(open === null).toBe(client_external_avatar)
        expect(hidden).toMatch(/^https?:/)
        expect(messages[1]?.sender_email).toMatch(`user${dave.id}@`)
      }
    }
  })

  it('by a bot of the server comes from elsewhere, always with a picture', async () => {
    const { carol } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    await carol.api.updateMessage({ message_id, topic: 'figs' })
    const notice = (await find(carol, [])).at(-1)
    expect(notice).toMatchObject({ sender_full_name: 'Notification Bot', avatar_url: expect.any(String) })
    expect(notice?.sender_realm_str).not.toBe('')
    expect(await idsOf(carol, [{ operator: 'sender', operand: notice?.sender_id ?? 0 }])).toEqual([
      notice?.id,
    ])
  })

  it('names its channel, sender and people as they are now', async () => {
    const { alice, carol, dave } = await createWorld()
    await sendChannelMessage(dave)
    await sendDirectMessage(dave, carol)
    await find(carol, [])
    const stream_id = (await alice.api.getChannelId({ stream: 'general' })).stream_id
    await alice.api.updateChannel({ stream_id, new_name: 'orchard' })
    await alice.api.updateUser({ user_id: dave.id, full_name: 'Dave Renamed' })
    const [inChannel, direct] = await find(carol, [{ operator: 'sender', operand: dave.id }])
    expect(inChannel).toMatchObject({ display_recipient: 'orchard', sender_full_name: 'Dave Renamed' })
    expect(direct?.display_recipient).toMatchObject([{ id: carol.id }, { full_name: 'Dave Renamed' }])
  })

  it('of somebody who was deactivated stays, with name and picture', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const id = await sendChannelMessage(dave)
    await deactivate(world, dave)
    expect(await find(carol, [])).toMatchObject([{ id, sender_full_name: 'Dave Member', avatar_url: null }])
    expect(await idsOf(carol, [['sender', dave.email]])).toEqual([id])
  })
})

describe('what a message has', () => {
  it('is a link in text and quotes, not in code or a formula, as the text is now', async () => {
    const { carol } = await createWorld()
    const url = 'https://example.com'
    const forms: [content: string, has: boolean][] = [
      [`see ${url}`, true],
      ['see example.com', true],
      [`[here](${url})`, true],
      [`> ${url}`, true],
      [`\`${url}\``, false],
      [`\`\`\`\n${url}\n\`\`\``, false],
      [`$$${url}$$`, false],
      ['nothing to see', false],
    ]
    const expected: number[] = []
    for (const [content, has] of forms) {
      const sent = await sendChannelMessage(carol, 'general', 'plums', content)
      const edited = await sendChannelMessage(carol, 'general', 'plums', has ? 'nothing' : url)
      await carol.api.updateMessage({ message_id: edited, content })
      if (has) expected.push(sent, edited)
    }
    expect(await idsOf(carol, [['has', 'link']])).toEqual(expected)
  })

  it('is a reaction only while there is one', async () => {
    const { carol, dave } = await createWorld()
    const message_id = await sendChannelMessage(carol)
    const found = () => idsOf(carol, [['has', 'reaction']])
    expect(await found()).toEqual([])
    await dave.api.addReaction({ message_id, ...tada })
    expect(await found()).toEqual([message_id])
    await dave.api.removeReaction({ message_id, ...tada })
    expect(await found()).toEqual([])
  })
})

describe('shared history', () => {
  it('is read by a channel one may read and by all public ones, unless a term is about the reader', async () => {
    const { alice, carol, greta } = await createWorld()
    await alice.api.subscribe(named('plaza'))
    await alice.api.subscribe({ ...named('den'), invite_only: true })
    const plaza = await sendChannelMessage(alice, 'plaza', '\u2714 done')
    const den = await sendChannelMessage(alice, 'den')
    const own = await sendChannelMessage(alice, 'general', '\u2714 done')
    const opens: [narrow: Narrow, found: number[]][] = [
      [[['channel', 'plaza']], [plaza]],
      [[['channels', 'public']], [plaza, own]],
      [
        [
          ['channels', 'public'],
          ['is', 'resolved'],
        ],
        [plaza, own],
      ],
      [[['channel', 'plaza'], { operator: 'has', operand: 'link', negated: true }], [plaza]],
      [[['channel', 'den']], []],
      [
        [
          ['channels', 'public'],
          ['channel', 'den'],
        ],
        [],
      ],
      [
        [
          ['channel', 'den'],
          ['channels', 'public'],
        ],
        [],
      ],
      // These stay with what the reader received.
      [[], [own]],
      [[['topic', '\u2714 done']], [own]],
      [[{ operator: 'sender', operand: alice.id }], [own]],
      [[{ operator: 'id', operand: plaza }], []],
      [[{ operator: 'channel', operand: 'general', negated: true }], []],
      [[['channels', 'public'], { operator: 'is', operand: 'starred', negated: true }], [own]],
      [[['channel', 'plaza'], { operator: 'is', operand: 'muted', negated: true }], []],
    ]
    for (const [narrow, found] of opens) {
      expect(await idsOf(carol, narrow), JSON.stringify(narrow)).toEqual(found)
    }
    expect(await idsOf(greta, [['channels', 'public']])).toEqual([own])
    expect(await idsOf(greta, [['channel', 'plaza']])).toEqual([])
    expect(den).toBeGreaterThan(plaza)
  })

  it('shows a channel joined late with what came before as read, and what came since with its flags', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe(named('plaza'))
    await sendChannelMessage(alice, 'plaza')
    await carol.api.subscribe(named('plaza'))
    await sendChannelMessage(alice, 'plaza', 'plums', '@**Carol Member**')
    const flags = (await find(carol, [['channel', 'plaza']])).map((message) => message.flags)
    expect(flags).toEqual([['read', 'historical'], ['mentioned']])
  })
})

describe("'with' in a narrow", () => {
  it('follows a message that was moved, whatever topic and channel the link still names', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.subscribe({ ...named('plaza'), principals: [alice.id, carol.id] })
    const [moved, stays] = [await sendChannelMessage(alice), await sendChannelMessage(alice)]
    const other = await sendChannelMessage(alice, 'plaza', 'figs')
    const stream_id = (await alice.api.getChannelId({ stream: 'plaza' })).stream_id
    const quiet = { send_notification_to_new_thread: false }
    await alice.api.updateMessage({ message_id: moved, stream_id, topic: 'Figs', ...quiet })
    const link: Narrow = [
      ['channel', 'general'],
      ['topic', 'plums'],
    ]
    expect(await idsOf(carol, [...link, { operator: 'with', operand: moved }])).toEqual([moved, other])
    expect(await idsOf(carol, [...link, { operator: 'with', operand: stays }])).toEqual([stays])
  })
})

describe('an anchor', () => {
  it('may have blanks around it and a sign', async () => {
    const { raw, carol } = await createWorld()
    const id = await sendChannelMessage(carol)
    for (const anchor of [`${id}`, `+${id}`, `  ${id} `]) {
      const query = new URLSearchParams({ anchor, num_before: '0', num_after: '0' })
      const reply = await (await raw(`/api/v1/messages?${query}`, { as: carol })).json()
      expect(reply, anchor).toMatchObject({ anchor: id, found_anchor: true, messages: [{ id }] })
    }
  })
})
