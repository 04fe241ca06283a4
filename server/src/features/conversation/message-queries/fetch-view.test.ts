import { createWorld, type Person, sendChannelMessage, sendDirectMessage } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate, named } from '../../places/channels/testing/fixtures.ts'
import { settle, tada } from '../reactions/testing/fixtures.ts'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>

const all = { anchor: 'oldest', num_before: 0, num_after: 100 }

const find = async ({ api }: Person, narrow: Narrow) => (await api.getMessages({ ...all, narrow })).messages
const idsOf = async (person: Person, narrow: Narrow) => (await find(person, narrow)).map(({ id }) => id)

describe('A fetched message', () => {
  it('has no avatar URL if clients can compute it, depending on the sender’s email visibility', async () => {
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

  it('from a system bot has another sender realm, and always an avatar URL', async () => {
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

  it('has the current names of its channel, sender and recipients', async () => {
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

  it('of a deactivated user keeps its name and avatar', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const id = await sendChannelMessage(dave)
    await deactivate(world, dave)
    expect(await find(carol, [])).toMatchObject([{ id, sender_full_name: 'Dave Member', avatar_url: null }])
    expect(await idsOf(carol, [['sender', dave.email]])).toEqual([id])
  })
})

describe('A has: term', () => {
  it('finds links in the current text and quotes, but not in code or formulas', async () => {
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

  it('finds reactions only while they exist', async () => {
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

describe('Shared history', () => {
  it('applies to readable channels and all public channels, unless a term is about the reader', async () => {
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
      // These narrows are limited to messages that the reader received.
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

  it('shows earlier messages of a channel as read, and messages since joining with their flags', async () => {
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
  it('follows a moved message, regardless of the topic and channel in the link', async () => {
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

describe('An anchor', () => {
  it('may have spaces around it and a sign', async () => {
    const { raw, carol } = await createWorld()
    const id = await sendChannelMessage(carol)
    for (const anchor of [`${id}`, `+${id}`, `  ${id} `]) {
      const query = new URLSearchParams({ anchor, num_before: '0', num_after: '0' })
      const reply = await (await raw(`/api/v1/messages?${query}`, { as: carol })).json()
      expect(reply, anchor).toMatchObject({ anchor: id, found_anchor: true, messages: [{ id }] })
    }
  })
})
