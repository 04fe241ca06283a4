import { createWorld, eventsDuring, eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const ticket = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://tracker.example.com/{id}' }
const page = { pattern: 'wiki:(?P<page>\\w+)', url_template: 'https://wiki.example.com/{page}' }

const list = async (person: Person) => (await person.api.getLinkifiers()).linkifiers

describe('Linkifiers', () => {
  it('are added at the end, changed, reordered and removed, with an event to everyone each time', async () => {
    const { alice, carol, greta } = await createWorld()
    const received = await eventsPerUser({ carol, greta }, async () => {
      const { id: one } = await alice.api.addLinkifier(ticket)
      const { id: two } = await alice.api.addLinkifier({
        pattern: ` ${page.pattern} `,
        url_template: page.url_template,
      })
      expect(await list(greta)).toEqual([
        { id: one, ...ticket },
        { id: two, ...page },
      ])
      await alice.api.editLinkifier({ filter_id: one, pattern: 'T(?P<id>[0-9]+)', url_template: '/t/{id}' })
      await alice.api.reorderLinkifiers({ ordered_linkifier_ids: [two, one] })
      expect((await list(carol)).map((entry) => entry.id)).toEqual([two, one])
      await alice.api.removeLinkifier({ filter_id: two })
    })
    expect(received.greta?.map((event) => event.type)).toEqual(Array(5).fill('realm_linkifiers'))
  })

  it('can be changed only by administrators', async () => {
    const { alice, mona } = await createWorld()
    const { id } = await alice.api.addLinkifier(ticket)
    await expect(mona.api.addLinkifier(page)).rejects.toMatchObject(withReason('caller-not-administrator'))
    await expect(mona.api.editLinkifier({ filter_id: id, ...page })).rejects.toMatchObject(
      withReason('caller-not-administrator'),
    )
    await expect(mona.api.removeLinkifier({ filter_id: id })).rejects.toMatchObject(
      withReason('caller-not-administrator'),
    )
    await expect(mona.api.reorderLinkifiers({ ordered_linkifier_ids: [id] })).rejects.toMatchObject(
      withReason('caller-not-administrator'),
    )
    await expect(alice.api.removeLinkifier({ filter_id: 999 })).rejects.toMatchObject(
      withReason('linkifier-not-found'),
    )
    await expect(alice.api.editLinkifier({ filter_id: 999, ...page })).rejects.toMatchObject(
      withReason('linkifier-not-found'),
    )
    await expect(alice.api.reorderLinkifiers({ ordered_linkifier_ids: [id, id] })).rejects.toMatchObject(
      withReason('linkifier-order-incomplete'),
    )
  })

  it.each([
    ['pattern', { pattern: ' ', url_template: '/x' }, 'linkifier-pattern-empty'],
    ['pattern', { pattern: '(?=x)', url_template: '/x' }, 'linkifier-pattern-invalid'],
    ['pattern', { pattern: '(x', url_template: '/x' }, 'linkifier-pattern-invalid'],
    ['pattern', { pattern: 'x**', url_template: '/x' }, 'linkifier-pattern-invalid'],
    ['pattern', ticket, 'linkifier-pattern-taken'],
    ['url_template', { pattern: 'x', url_template: '' }, 'linkifier-url-empty'],
    ['url_template', { pattern: 'x', url_template: 'https://x/{id' }, 'linkifier-url-invalid'],
    ['url_template', { pattern: 'x', url_template: 'https://x/{a b}' }, 'linkifier-url-invalid'],
    ['__all__', { pattern: 'x(?P<id>1)', url_template: 'https://x/{other}' }, 'linkifier-names-mismatch'],
    ['__all__', { pattern: 'x(?P<id>1)', url_template: 'https://x/' }, 'linkifier-names-mismatch'],
  ] as const)('are refused with the problem of the %s: %j', async (field, texts, reason) => {
    const { alice } = await createWorld()
    await alice.api.addLinkifier(ticket)
    await expect(alice.api.addLinkifier(texts)).rejects.toMatchObject({
      ...withReason(reason),
      body: { errors: { [field]: [expect.any(String)] } },
    })
  })

  it('lead only to web URLs, paths of the organization, and email addresses', async () => {
    const { alice } = await createWorld()
    const add = (url_template: string) => alice.api.addLinkifier({ pattern: '(?P<a>[a-z]+)', url_template })
    for (const url_template of [
      'javascript:{a}',
      ' JavaScript://x.example/%0a{a}',
      'java\tscript:{a}',
      'data:text/html,{a}',
      'vbscript:{a}',
      'file:///etc/{a}',
      '//evil.example/{a}',
      '/\\evil.example/{a}',
      'https:{a}',
      'example.com/{a}',
      '{+a}',
      'java{a}:x',
    ]) {
      await expect(add(url_template), url_template).rejects.toMatchObject({
        ...withReason('linkifier-url-scheme-unsupported'),
        body: { errors: { url_template: [expect.any(String)] } },
      })
    }
    for (const url_template of ['HTTP://x.example/{a}', '/c/{a}', 'mailto:{a}@example.com']) {
      const { id } = await add(url_template)
      await alice.api.removeLinkifier({ filter_id: id })
    }
  })

  it('apply to messages and topics, and to topics of old messages in their current form', async () => {
    const { alice, carol } = await createWorld()
    const { id: filter_id } = await alice.api.addLinkifier(ticket)
    const { id: message_id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'about #12 and example.com',
      content: 'see #7',
    })
    const { message } = await carol.api.getMessage({ message_id })
    expect(message.content).toBe('<p>see <a href="https://tracker.example.com/7">#7</a></p>')
    expect(message.topic_links).toEqual([
      { text: '#12', url: 'https://tracker.example.com/12' },
      { text: 'example.com', url: 'https://example.com' },
    ])
    await alice.api.editLinkifier({
      filter_id,
      pattern: ticket.pattern,
      url_template: 'https://other.example.com/{id}',
    })
    const [event] = (
      await eventsDuring(carol, () =>
        carol.api.updateMessage({ message_id, topic: 'now #13', send_notification_to_new_thread: false }),
      )
    ).filter(({ type }) => type === 'update_message')
    expect(event).toMatchObject({ topic_links: [{ text: '#13', url: 'https://other.example.com/13' }] })
    const direct = await carol.api.sendMessage({ type: 'direct', to: [carol.id], content: 'hi' })
    const { message: note } = await carol.api.getMessage({ message_id: direct.id })
    expect(note.topic_links).toEqual([])
  })

  it('are returned only to clients that support URL templates', async () => {
    const { alice, carol } = await createWorld()
    await alice.api.addLinkifier(ticket)
    const { queue_id, last_event_id, ...state } = await carol.api.register()
    expect(state).toMatchObject({ realm_linkifiers: [], realm_filters: [] })
    await alice.api.addLinkifier(page)
    const poll = { queue_id: queue_id ?? '', last_event_id: last_event_id ?? -1, dont_block: true }
    expect((await carol.api.getEvents(poll)).events).toEqual([])
  })
})

describe('Playgrounds', () => {
  const rust = {
    name: 'Rust Playground',
    highlight_language: 'Rust',
    url_template: 'https://play.example.com/?c={code}',
  }

  it('are added and removed by administrators, with an event to everyone', async () => {
    const { alice, carol, mona } = await createWorld()
    let id = 0
    await eventsPerUser({ carol }, async () => {
      id = (await alice.api.addPlayground(rust)).id
    })
    expect((await carol.api.register()).realm_playgrounds).toEqual([
      { id, ...rust, pygments_language: 'Rust' },
    ])
    await expect(mona.api.addPlayground(rust)).rejects.toMatchObject(withReason('caller-not-administrator'))
    await eventsPerUser({ carol }, () => alice.api.removePlayground({ playground_id: id }))
    await expect(alice.api.removePlayground({ playground_id: id })).rejects.toMatchObject(
      withReason('playground-not-found'),
    )
  })

  it.each([
    ['no name', { name: ' ' }, 'playground-name-empty'],
    ['an odd language', { highlight_language: 'a$b' }, 'playground-language-invalid'],
    ['a long language', { highlight_language: 'x'.repeat(41) }, 'playground-language-too-long'],
    ['no variable', { url_template: 'https://play.example.com/' }, 'playground-url-invalid'],
    ['another variable', { url_template: 'https://play.example.com/{code}{x}' }, 'playground-url-invalid'],
    ['a name that is taken', {}, 'playground-name-taken'],
  ] as const)('are refused with %s', async (_, change, reason) => {
    const { alice } = await createWorld()
    await alice.api.addPlayground(rust)
    await expect(alice.api.addPlayground({ ...rust, ...change })).rejects.toMatchObject(withReason(reason))
  })

  it('lead only to web URLs', async () => {
    const { alice } = await createWorld()
    for (const url_template of [
      'javascript:{code}',
      'JAVASCRIPT://%0a{+code}',
      'data:text/html,{code}',
      'mailto:{code}',
      '/play?{code}',
      '{+code}',
    ]) {
      await expect(alice.api.addPlayground({ ...rust, url_template }), url_template).rejects.toMatchObject({
        ...withReason('playground-url-scheme-unsupported'),
        body: { errors: { url_template: [expect.any(String)] } },
      })
    }
  })

  it('unset the default code language when they are removed', async () => {
    const { alice, carol } = await createWorld()
    const { id: playground_id } = await alice.api.addPlayground(rust)
    await alice.api.updateRealm({ default_code_block_language: 'Rust' })
    const received = await eventsPerUser({ carol }, () => alice.api.removePlayground({ playground_id }))
    expect(received.carol?.map((event) => event.type)).toEqual(['realm', 'realm_playgrounds'])
  })
})
