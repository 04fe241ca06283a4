import type { Reason, ReasonParams } from '@loquat/contract'
import { bodyWithReason, changeRows, createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

/** Sends the fields exactly as given, which the typed client would encode. */
async function post(world: World, sender: Person, fields: Record<string, string>) {
  const response = await world.raw('/api/v1/messages', {
    method: 'POST',
    body: new URLSearchParams(fields),
    as: sender,
  })
  return (await response.json()) as { id: number; code?: string; msg: string; stream?: string }
}

async function recipientOf(sender: Person, id: number) {
  const { messages } = await sender.api.getMessages({
    message_ids: [id],
    narrow: [{ operator: 'id', operand: id }],
  })
  return messages[0]?.display_recipient
}

describe('`to` of a channel message', () => {
  it('is a name or an ID, bare or alone in a list', async () => {
    const world = await createWorld()
    const { carol } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'a,b' }, { name: '12345' }] })
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const forms: [to: string, channel: string][] = [
      ['general', 'general'],
      ['"general"', 'general'],
      ['["general"]', 'general'],
      ['  GENERAL ', 'general'],
      [`${stream_id}`, 'general'],
      [`[${stream_id}]`, 'general'],
      ['a,b', 'a,b'],
      ['"12345"', '12345'],
      ['["12345"]', '12345'],
    ]
    for (const [to, channel] of forms) {
      const { id } = await post(world, carol, { type: 'channel', to, topic: 'x', content: 'hi' })
      expect(await recipientOf(carol, id), to).toBe(channel)
    }
  })

  it('is rejected in any other form', async () => {
    const world = await createWorld()
    const tooLong = 'x'.repeat(61)
    const invalid = ['["general","a"]', '[]', '{}', 'null', '1.5', '[1.0]', 'true']
    const forms: [to: string, reason: Reason][] = [
      ...invalid.map((to): [string, Reason] => [to, 'message-channel-reference-invalid']),
      ['', 'channel-name-empty'],
      ['"  "', 'channel-name-empty'],
      [tooLong, 'channel-name-too-long'],
      ['"a\\tb"', 'channel-name-invalid'],
    ]
    for (const [to, reason] of forms) {
      const fields = { type: 'stream', to, topic: 'x', content: 'hi' }
      expect(await post(world, world.carol, fields), to).toMatchObject(bodyWithReason(reason))
    }
    const missing = await post(world, world.carol, { type: 'stream', topic: 'x', content: 'hi' })
    expect(missing).toMatchObject(bodyWithReason('message-channel-reference-invalid'))
  })

  it('that is unknown gives STREAM_DOES_NOT_EXIST with the escaped name or the ID', async () => {
    const { carol } = await createWorld()
    const send = (to: unknown) => carol.api.sendMessage({ type: 'channel', to, topic: 'x', content: 'hi' })
    await expect(send('<b>&"')).rejects.toMatchObject({
      ...withReason('channel-name-unknown'),
      body: { stream: '&lt;b&gt;&amp;&quot;' },
    })
    await expect(send(404_404)).rejects.toMatchObject({
      ...withReason('channel-id-unknown'),
      body: { stream_id: 404_404 },
    })
    await expect(send('12345')).rejects.toMatchObject({ body: { stream: '12345' } })
  })
})

describe('`to` of a direct message', () => {
  it('is a list of IDs, a list of email addresses, or comma-separated email addresses', async () => {
    const world = await createWorld()
    const { carol, dave, mona } = world
    const [d, m, c] = [dave.id, mona.id, carol.id]
    const pair = [c, d].sort((a, b) => a - b)
    const group = [c, d, m].sort((a, b) => a - b)
    const forms: [to: string, people: number[]][] = [
      [`[${d}]`, pair],
      [`[${d},${d},${c}]`, pair],
      [`[${d},${m}]`, group],
      [`[${m},${c},${d}]`, group],
      ['["dave@example.com"]', pair],
      ['[" DAVE@example.com ", ""]', pair],
      ['dave@example.com', pair],
      ['dave@example.com, mona@example.com,', group],
      ['"dave@example.com,mona@example.com"', group],
      [`[${c}]`, [c]],
    ]
    for (const [to, people] of forms) {
      const { id } = await post(world, carol, { type: 'private', to, content: 'hi' })
      const recipients = (await recipientOf(carol, id)) as { id: number }[]
      expect(
        recipients.map((one) => one.id).sort((a, b) => a - b),
        to,
      ).toEqual(people)
    }
  })

  it('is rejected in any other form, or if a user in it is unknown', async () => {
    const world = await createWorld()
    const { dave } = world
    const bare = `${dave.id}`
    const forms: [reason: Reason, ...to: string[]][] = [
      ['message-recipients-empty', '[]', '', ' , '],
      ['message-recipients-invalid', '{}', 'null', bare],
      ['message-recipients-mixed', '[true]', '[[1]]', `[${bare}.0]`, `[${bare},"mona@example.com"]`],
      ['message-recipient-not-found', '[404404]', 'nobody@example.com', `${bare},${bare}`, '[-1]'],
    ]
    for (const [reason, ...all] of forms) {
      for (const to of all) {
        const reply = await post(world, world.carol, { type: 'direct', to, content: 'hi' })
        expect(reply, to).toMatchObject(bodyWithReason(reason))
      }
    }
    const missing = await post(world, world.carol, { type: 'direct', content: 'hi' })
    expect(missing).toMatchObject(bodyWithReason('message-recipients-invalid'))
  })

  it('can be the email address that the API shows for a user with a hidden address', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const hides = sql`update account set settings = '{"email_address_visibility":4}' where id = ${dave.id}`
    await changeRows(world, { users: [dave.id] }, hides)
    const { user } = await carol.api.getUser({ user_id: dave.id })
    expect(user).toMatchObject({ email: expect.stringMatching(`^user${dave.id}@`), delivery_email: null })
    const send = (to: string) => carol.api.sendMessage({ type: 'direct', to, content: 'hi' })
    await send(user.email.toUpperCase())
    await expect(send('dave@example.com')).rejects.toMatchObject(withReason('message-recipient-not-found'))
  })
})

describe('The order of checks', () => {
  it('reports the first problem', async () => {
    const world = await createWorld()
    const channel = { type: 'channel', to: 'general', topic: 'x', content: 'hi' }
    const direct = { type: 'direct', to: '[404404]', content: 'hi' }
    const without = (name: string) =>
      Object.fromEntries(Object.entries(channel).filter(([key]) => key !== name))
    const cases: [fields: Record<string, string>, reason: Reason, params?: ReasonParams][] = [
      [{ ...channel, type: 'postcard' }, 'parameter-invalid'],
      [without('type'), 'parameter-missing', { parameter: 'type' }],
      [{ ...without('content'), to: '{}' }, 'parameter-missing', { parameter: 'content' }],
      [{ ...without('topic'), content: '' }, 'message-topic-missing'],
      [{ ...without('topic'), to: 'nowhere' }, 'message-topic-missing'],
      [{ ...channel, subject: 'y' }, 'parameter-sent-twice', { first: 'topic', second: 'subject' }],
      [{ ...channel, topic: 'ab\u0007', content: ' ' }, 'topic-name-invalid', { position: 3 }],
      [{ ...channel, to: 'nowhere', content: ' ' }, 'message-content-empty'],
      [{ ...direct, content: '' }, 'message-recipient-not-found'],
    ]
    for (const [fields, reason, params] of cases) {
      expect(await post(world, world.carol, fields), JSON.stringify(fields)).toMatchObject(
        bodyWithReason(reason, params),
      )
    }
  })

  it('treats `subject` as `topic`', async () => {
    const world = await createWorld()
    const fields = { type: 'stream', to: 'general', subject: 'plums', content: 'hi' }
    const { id } = await post(world, world.carol, fields)
    const { messages } = await world.carol.api.getMessages({ message_ids: [id] })
    expect(messages[0]?.subject).toBe('plums')
  })
})
