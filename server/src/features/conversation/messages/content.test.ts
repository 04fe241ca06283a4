import { changeRows, createWorld, eventsDuring, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

describe('The topic of a message', () => {
  it('is trimmed, normalized and truncated before it is stored', async () => {
    const { carol } = await createWorld()
    const cases: [sent: string, stored: string][] = [
      ['plums', 'plums'],
      [' \t plums \u0085\u001c', 'plums'],
      ['\u3000plums\u00a0', 'plums'],
      ['\ufeffplums', '\ufeffplums'],
      ['', ''],
      ['   ', ''],
      ['general chat', ''],
      [' general chat ', ''],
      ['General chat', 'General chat'],
      ['(no topic)', ''],
      ['(No topic)', '(No topic)'],
      ['x'.repeat(60), 'x'.repeat(60)],
      ['x'.repeat(61), `${'x'.repeat(57)}...`],
      ['🍑'.repeat(60), '🍑'.repeat(60)],
      ['🍑'.repeat(61), `${'🍑'.repeat(57)}...`],
      ['zero\u200dwidth', 'zero\u200dwidth'],
    ]
    for (const [topic, stored] of cases) {
      const { id } = await carol.api.sendMessage({ type: 'channel', to: 'general', topic, content: 'hi' })
      const { messages } = await carol.api.getMessages({ message_ids: [id], allow_empty_topic_name: true })
      expect(messages[0]?.subject, JSON.stringify(topic)).toBe(stored)
    }
  })

  it('is rejected with a control or non-character, naming its position in code points', async () => {
    const { carol } = await createWorld()
    const cases: [topic: string, position: number][] = [
      ['a\nb', 2],
      ['🍑🍑\u0001', 3],
      ['\u007fa', 1],
      ['ab\ufdd0', 3],
      ['a\ufffe', 2],
      ['a\u{1ffff}', 2],
    ]
    for (const [topic, position] of cases) {
      const sent = carol.api.sendMessage({ type: 'channel', to: 'general', topic, content: 'hi' })
      await expect(sent, JSON.stringify(topic)).rejects.toMatchObject(
        withReason('topic-name-invalid', { position }),
      )
    }
    const withNul = carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'a\0', content: 'hi' })
    await expect(withNul).rejects.toMatchObject(withReason('parameter-has-null-byte'))
  })

  it('must not be empty if the organization requires topics', async () => {
    const world = await createWorld()
    const { carol } = world
    const wanted = sql`update realm set settings = '{"mandatory_topics":true}' where subdomain = ''`
    await changeRows(world, { realm: true }, wanted)
    const send = (topic: string) =>
      carol.api.sendMessage({ type: 'channel', to: 'general', topic, content: 'hi' })
    for (const topic of ['', 'general chat', '(no topic)']) {
      await expect(send(topic)).rejects.toMatchObject(withReason('message-topic-required'))
    }
    await send('plums')
  })

  it('is shown as the display value to clients without the capability for empty topics', async () => {
    const { carol } = await createWorld()
    const send = () => carol.api.sendMessage({ type: 'channel', to: 'general', topic: '', content: 'hi' })
    const modern = (await eventsDuring(carol, send)).at(-1)
    expect(modern).toMatchObject({ type: 'message', message: { subject: '' } })

    const { queue_id, last_event_id } = await carol.api.register({ event_types: ['message'] })
    const { id } = await send()
    const { events } = await carol.api.getEvents({
      queue_id: queue_id ?? '',
      last_event_id: last_event_id ?? -1,
      dont_block: true,
    })
    expect(events).toMatchObject([{ message: { id, subject: 'general chat' } }])
    const { messages } = await carol.api.getMessages({ message_ids: [id] })
    expect(messages[0]?.subject).toBe('general chat')
  })
})

describe('The content of a message', () => {
  it('is trimmed and truncated before it is stored', async () => {
    const { carol } = await createWorld()
    const cases: [sent: string, stored: string][] = [
      ['plums', 'plums'],
      ['plums \n\t \u0085', 'plums'],
      ['\n\n  plums', '  plums'],
      ['    code', '    code'],
      [' \nplums', ' \nplums'],
      ['\ufeff', '\ufeff'],
      ['x'.repeat(10_000), 'x'.repeat(10_000)],
      ['x'.repeat(10_001), `${'x'.repeat(9_980)}\n[message truncated]`],
      ['🍑'.repeat(10_000), '🍑'.repeat(10_000)],
      ['🍑'.repeat(10_001), `${'🍑'.repeat(9_980)}\n[message truncated]`],
    ]
    for (const [content, stored] of cases) {
      const { id } = await carol.api.sendMessage({ type: 'direct', to: [carol.id], content })
      const { messages } = await carol.api.getMessages({ message_ids: [id], apply_markdown: false })
      expect(messages[0], content.slice(0, 20)).toMatchObject({
        content: stored,
        content_type: 'text/x-markdown',
      })
    }
  })

  it('must not be empty or contain a null byte', async () => {
    const { carol } = await createWorld()
    const send = (content: string) =>
      carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
    for (const content of ['', ' \n ', '\n\n', '\u001c']) {
      await expect(send(content), JSON.stringify(content)).rejects.toMatchObject(
        withReason('message-content-empty'),
      )
    }
    await expect(send('a\0b')).rejects.toMatchObject(
      withReason('parameter-has-null-byte', { parameter: 'content' }),
    )
  })

  it('is returned as HTML or as source, with `rendered_content` always as HTML', async () => {
    const { carol } = await createWorld()
    const content = 'ripe *plums*'
    const { id } = await carol.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content })
    const html = '<p>ripe <em>plums</em></p>'
    const rendered = await carol.api.getMessages({ message_ids: [id] })
    expect(rendered.messages[0]).toMatchObject({
      content: html,
      rendered_content: html,
      content_type: 'text/html',
    })
    const written = await carol.api.getMessages({ message_ids: [id], apply_markdown: false })
    expect(written.messages[0]).toMatchObject({ content, rendered_content: html })
  })

  it('is a /me message only if it begins with the command and a space', async () => {
    const { carol } = await createWorld()
    const cases: [content: string, isMe: boolean][] = [
      ['/me eats', true],
      ['/me', false],
      ['/mean', false],
      [' /me eats', false],
      ['\n/me eats', true],
    ]
    for (const [content, isMe] of cases) {
      const { id } = await carol.api.sendMessage({ type: 'direct', to: [carol.id], content })
      const { messages } = await carol.api.getMessages({ message_ids: [id] })
      expect(messages[0]?.is_me_message, content).toBe(isMe)
    }
  })
})
