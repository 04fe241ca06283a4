import { alter, bodyWithReason, createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

/** Sends with the fields exactly as given, which the typed client would encode its own way. */
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

  it('is refused in any other form', async () => {
    const world = await createWorld()
    const tooLong = 'x'.repeat(61)
    const forms = [
      '["general","a"]',
      '[]',
      '{}',
      'null',
      '1.5',
      '[1.0]',
      'true',
      '',
      '"  "',
      tooLong,
      '"a\\tb"',
    ]
    for (const to of forms) {
      const fields = { type: 'stream', to, topic: 'x', content: 'hi' }
      expect(await post(world, world.carol, fields), to).toMatchObject({ code: 'BAD_REQUEST' })
    }
    const missing = await post(world, world.carol, { type: 'stream', topic: 'x', content: 'hi' })
    expect(missing).toMatchObject(bodyWithReason('message-channel-reference-invalid'))
  })

  it('answers STREAM_DOES_NOT_EXIST with the name, escaped, or the ID', async () => {
    const { carol } = await createWorld()
    const send = (to: unknown) => carol.api.sendMessage({ type: 'channel', to, topic: 'x', content: 'hi' })
    await expect(send('<b>&"')).rejects.toMatchObject({
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      body: { stream: '&lt;b&gt;&amp;&quot;' },
    })
    await expect(send(404_404)).rejects.toMatchObject({
      status: 400,
      code: 'STREAM_DOES_NOT_EXIST',
      body: { stream_id: 404_404 },
    })
    await expect(send('12345')).rejects.toMatchObject({ body: { stream: '12345' } })
  })
})

describe('`to` of a direct message', () => {
  it('is a list of IDs, a list of addresses, or addresses between commas', async () => {
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

  it('is refused in any other form, or when somebody in it is unknown', async () => {
    const world = await createWorld()
    const { dave } = world
    const bare = `${dave.id}`
    const forms = ['[]', '', ' , ', '{}', 'null', bare, '[true]', '[[1]]', `[${bare},"mona@example.com"]`]
    const unknown = ['[404404]', 'nobody@example.com', `${bare},${bare}`, '[-1]', `[${bare}.0]`]
    for (const to of [...forms, ...unknown]) {
      const answer = await post(world, world.carol, { type: 'direct', to, content: 'hi' })
      expect(answer, to).toMatchObject({ code: 'BAD_REQUEST' })
    }
    const missing = await post(world, world.carol, { type: 'direct', content: 'hi' })
    expect(missing).toMatchObject(bodyWithReason('message-recipients-invalid'))
  })

  it('names somebody who hides their address by the address that the API shows', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const hides = sql`update account set settings = '{"email_address_visibility":4}' where id = ${dave.id}`
    await alter(world, { users: [dave.id] }, hides)
    const { user } = await carol.api.getUser({ user_id: dave.id })
    expect(user).toMatchObject({ email: expect.stringMatching(`^user${dave.id}@`), delivery_email: null })
    const send = (to: string) => carol.api.sendMessage({ type: 'direct', to, content: 'hi' })
    await send(user.email.toUpperCase())
    await expect(send('dave@example.com')).rejects.toMatchObject(withReason('message-recipient-not-found'))
  })
})

describe('the order of checks', () => {
  it('reports the first problem', async () => {
    const world = await createWorld()
    const channel = { type: 'channel', to: 'general', topic: 'x', content: 'hi' }
    const direct = { type: 'direct', to: '[404404]', content: 'hi' }
    const without = (name: string) =>
      Object.fromEntries(Object.entries(channel).filter(([key]) => key !== name))
    const cases: [fields: Record<string, string>, answer: object][] = [
      [
        { ...channel, type: 'letter' },
        { code: 'BAD_REQUEST', msg: expect.stringContaining('type') },
      ],
      [without('type'), { code: 'REQUEST_VARIABLE_MISSING', var_name: 'type' }],
      [
        { ...without('content'), to: '{}' },
        { code: 'REQUEST_VARIABLE_MISSING', var_name: 'content' },
      ],
      [
        { ...without('topic'), content: '' },
        { code: 'BAD_REQUEST', msg: expect.stringContaining('topic') },
      ],
      [
        { ...without('topic'), to: 'nowhere' },
        { code: 'BAD_REQUEST', msg: expect.stringContaining('topic') },
      ],
      [
        { ...channel, subject: 'y' },
        { code: 'REQUEST_CONFUSING_VAR', var_name1: 'topic', var_name2: 'subject' },
      ],
      [
        { ...channel, topic: 'ab\u0007', content: ' ' },
        { code: 'BAD_REQUEST', msg: expect.stringContaining('position 3') },
      ],
      [
        { ...channel, to: 'nowhere', content: ' ' },
        { code: 'BAD_REQUEST', msg: expect.stringContaining('content') },
      ],
      [
        { ...direct, content: '' },
        { code: 'BAD_REQUEST', msg: expect.stringContaining('to') },
      ],
    ]
    for (const [fields, answer] of cases) {
      expect(await post(world, world.carol, fields), JSON.stringify(fields)).toMatchObject(answer)
    }
  })

  it('takes `subject` for `topic`', async () => {
    const world = await createWorld()
    const fields = { type: 'stream', to: 'general', subject: 'plums', content: 'hi' }
    const { id } = await post(world, world.carol, fields)
    const { messages } = await world.carol.api.getMessages({ message_ids: [id] })
    expect(messages[0]?.subject).toBe('plums')
  })
})
