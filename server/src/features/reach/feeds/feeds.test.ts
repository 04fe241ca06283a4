import { gzipSync } from 'node:zlib'
import { createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { addWebhookBot } from '../../administration/integrations/testing/deliver.ts'
import { type Answer, raw, startReceiver } from '../outgoing-webhooks/testing/receiver.ts'
import { pollFeeds } from './jobs.ts'
import { giveUpAfterMs, intervalMs, maxPosts } from './poll.ts'

const seconds = (ms: number) => Math.ceil(ms / 1_000)
const item = (n: number, text = '') =>
  `<item><guid>${n}</guid><title>Entry ${n}</title><link>https://x.example/${n}</link><description>${text}</description></item>`
/** Entries of a feed, the newest first. */
const rss = (...items: string[]) => `<rss><channel><title>Plum news</title>${items.join('')}</channel></rss>`

async function createFeedWorld() {
  const world = await createWorld({ config: { allowPrivateCallbacks: true } })
  const { carol } = world
  const bot = await addWebhookBot(world, carol)
  const site = await startReceiver()
  const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
  const add = async (topic = '') =>
    await carol.api.addFeed({ bot_id: bot.id, url: site.url, stream_id, topic })
  const poll = async () => await pollFeeds.run(world.app, {})
  /** Advances the clock until the feed is due. */
  const pollAgain = async () => {
    world.clock.advance(seconds(intervalMs))
    await poll()
  }
  const feed = async () => (await carol.api.getFeeds({ bot_id: bot.id })).feeds[0]
  return { world, carol, bot, site, stream_id, add, poll, pollAgain, feed }
}

/** Messages of a sender that a user can see, oldest first. */
async function messagesFrom({ api }: Person, senderId: number) {
  const { messages } = await api.getMessages({
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
  })
  return messages
    .filter((message) => message.sender_id === senderId)
    .map(({ subject, content }) => ({ topic: subject, content }))
}

describe('The feeds of a bot', () => {
  it('post entries that are new since the first check, the oldest first, each once', async () => {
    const { carol, bot, site, stream_id, add, poll, pollAgain, feed } = await createFeedWorld()
    site.answer = raw(rss(item(2), item(1)))
    const { feed_id } = await add()
    expect(await feed()).toEqual({
      id: feed_id,
      url: site.url,
      stream_id,
      topic: '',
      title: '',
      is_active: true,
      failure: null,
      last_success: null,
    })
    await poll()
    expect(await feed()).toMatchObject({ title: 'Plum news', last_success: expect.any(Number) })
    expect(await messagesFrom(carol, bot.id)).toEqual([])

    site.answer = raw(
      rss(item(4, '&lt;p&gt;They are &lt;b&gt;ripe&lt;/b&gt;.&lt;/p&gt;'), item(3), item(2), item(1)),
    )
    await poll()
    expect(site.received).toHaveLength(1)
    await pollAgain()
    const posted = [
      { topic: 'Plum news', content: '**[Entry 3](https://x.example/3)**' },
      { topic: 'Plum news', content: '**[Entry 4](https://x.example/4)**\n\n> They are ripe.' },
    ]
    expect(await messagesFrom(carol, bot.id)).toEqual(posted)

    // An entry that disappears and returns is not new.
    for (const body of [rss(item(4)), rss(item(4), item(3), item(2), item(1))]) {
      site.answer = raw(body)
      await pollAgain()
    }
    expect(await messagesFrom(carol, bot.id)).toEqual(posted)

    await carol.api.removeFeed({ bot_id: bot.id, feed_id })
    expect(await feed()).toBeUndefined()
    site.answer = raw(rss(item(5)))
    await pollAgain()
    expect(await messagesFrom(carol, bot.id)).toEqual(posted)
  })

  it('post at most the ten newest entries of a check, to the given topic', async () => {
    const { carol, bot, site, add, poll, pollAgain } = await createFeedWorld()
    site.answer = raw(rss())
    await add('news')
    await poll()
    const many = rss(...Array.from({ length: 30 }, (_, n) => item(30 - n)))
    site.answer = raw(many)
    await pollAgain()
    await pollAgain()
    const posted = await messagesFrom(carol, bot.id)
    expect(posted).toHaveLength(maxPosts)
    expect(posted.at(-1)).toEqual({ topic: 'news', content: '**[Entry 30](https://x.example/30)**' })
    expect(posted[0]?.content).toContain('Entry 21')
  })

  it('request only changes from the site', async () => {
    const { carol, bot, site, add, poll, pollAgain, feed } = await createFeedWorld()
    const modified = 'Tue, 17 Nov 2026 08:00:00 GMT'
    site.answer = raw(rss(item(1)), 200, { etag: '"one"', 'last-modified': modified })
    await add()
    await poll()
    site.answer = raw('', 304)
    await pollAgain()
    expect(site.received.at(-1)?.request.headers).toMatchObject({
      'if-none-match': '"one"',
      'if-modified-since': modified,
    })
    expect(await feed()).toMatchObject({ failure: null, title: 'Plum news' })
    // Without validators if the feed has none, or only absurdly long ones.
    for (const headers of [{}, { etag: `"${'x'.repeat(1_000)}"` }] as Record<string, string>[]) {
      site.answer = raw(rss(item(1)), 200, headers)
      await pollAgain()
      await pollAgain()
      expect(site.received.at(-1)?.request.headers).not.toHaveProperty('if-none-match')
    }
    expect(await messagesFrom(carol, bot.id)).toEqual([])
  })

  it('read a bounded part of endless, compressed and hostile feeds', async () => {
    const { carol, bot, site, add, poll, pollAgain, feed } = await createFeedWorld()
    site.answer = raw(rss())
    await add()
    await poll()
    let sent = 0
    const endless: Answer = (response) => {
      response.write('<rss><channel><title>Endless</title>')
      response.write(item(1))
      const more = () => {
        while (!response.destroyed) {
          sent += 65_536
          if (!response.write(`<junk>${'x'.repeat(65_536)}</junk>`)) break
        }
      }
      response.on('drain', more)
      more()
    }
    site.answer = endless
    await pollAgain()
    expect(await feed()).toMatchObject({ failure: null, title: 'Endless' })
    expect(sent).toBeLessThan(64 * 1024 * 1024)
    expect(await messagesFrom(carol, bot.id)).toHaveLength(1)

    const bomb = gzipSync(`<rss><channel>${item(2)}${' '.repeat(20_000_000)}${item(3)}</channel></rss>`)
    site.answer = (response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    await pollAgain()
    expect((await messagesFrom(carol, bot.id)).slice(1)).toMatchObject([
      { content: expect.stringContaining('Entry 2') },
    ])

    site.answer = raw(
      `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]><rss><channel><title>&b;</title>
       <item><guid>x</guid><title>&lt;script&gt;alert(1)&lt;/script&gt;@**all** &b;</title>
       <link>javascript:alert(1)</link></item></channel></rss>`,
    )
    await pollAgain()
    const [, , hostile] = await messagesFrom(carol, bot.id)
    expect(hostile?.content).toBe('**@\u200b**all** &b;**')
    expect(await feed()).toMatchObject({ title: '&b;' })
  })

  it('fail visibly, are checked less and less often, and recover with the site', async () => {
    const { world, carol, bot, site, add, poll, pollAgain, feed } = await createFeedWorld()
    const page = '<html><title>Not found</title></html>'
    site.answer = raw(page)
    await add()
    await poll()
    expect(await feed()).toMatchObject({ is_active: true, failure: 'no_feed', last_success: null })
    site.answer = raw(rss(item(1)), 500)
    await pollAgain()
    expect(await feed()).toMatchObject({ failure: 'status' })
    expect(site.received).toHaveLength(2)
    await pollAgain()
    expect(site.received).toHaveLength(2)
    site.answer = (response) => response.destroy()
    await pollAgain()
    expect(await feed()).toMatchObject({ failure: 'connection' })

    site.answer = raw(rss(item(1)))
    world.clock.advance(seconds(4 * intervalMs))
    await poll()
    expect(await feed()).toMatchObject({ failure: null, is_active: true })
    // The first successful check posts nothing, regardless of earlier failures.
    expect(await messagesFrom(carol, bot.id)).toEqual([])
    const calls = site.received.length
    await pollAgain()
    expect(site.received).toHaveLength(calls + 1)
  })

  it('stop after a week of failures, or immediately if the feed is gone, and notify the owner of the bot', async () => {
    const { world, carol, bot, site, stream_id, add, poll, feed } = await createFeedWorld()
    const notices = async () => {
      const { messages } = await carol.api.getMessages({
        anchor: 'newest',
        num_before: 100,
        num_after: 0,
        apply_markdown: false,
        narrow: [{ operator: 'is', operand: 'dm' }],
      })
      return messages.filter(({ content }) => content.includes('no longer checks the feed'))
    }
    site.answer = raw('', 500)
    const { feed_id } = await add()
    await poll()
    world.clock.advance(seconds(giveUpAfterMs) - 60)
    await poll()
    expect(await feed()).toMatchObject({ is_active: true })
    expect(await notices()).toEqual([])
    world.clock.advance(24 * 3_600)
    await poll()
    expect(await feed()).toMatchObject({ is_active: false, failure: 'status' })
    expect(await notices()).toEqual([
      expect.objectContaining({ content: expect.stringContaining(`\`${site.url}\``) }),
    ])
    const calls = site.received.length
    world.clock.advance(24 * 3_600)
    await poll()
    expect(site.received).toHaveLength(calls)

    await carol.api.removeFeed({ bot_id: bot.id, feed_id })
    await carol.api.addFeed({ bot_id: bot.id, url: site.url, stream_id })
    site.answer = raw('', 410)
    await poll()
    expect(await feed()).toMatchObject({ is_active: false })
    expect(await notices()).toHaveLength(2)
  })

  it('fail if the bot may not post, and pause while it is deactivated', async () => {
    const { world, carol, bot, site, stream_id, add, poll, pollAgain, feed } = await createFeedWorld()
    site.answer = raw(rss())
    await add()
    await poll()
    site.answer = raw(rss(item(1)))
    await world.alice.api.archiveChannel({ stream_id })
    await pollAgain()
    expect(await feed()).toMatchObject({ failure: 'not_posted' })
    const calls = site.received.length
    await carol.api.deactivateBot({ bot_id: bot.id })
    world.clock.advance(seconds(4 * intervalMs))
    await poll()
    expect(site.received).toHaveLength(calls)
  })

  it('cannot reach the local network unless the server allows it', async () => {
    const { world, site, add, poll, feed } = await createFeedWorld()
    world.app.config.allowPrivateCallbacks = false
    await add()
    await poll()
    expect(await feed()).toMatchObject({ failure: 'forbidden' })
    expect(site.received).toEqual([])
  })

  it('are managed by the owner of the bot and by administrators', async () => {
    const { world, carol, bot, stream_id } = await createFeedWorld()
    const { alice, bob, dave, greta } = world
    const url = 'https://news.example/feed.xml'
    const addAs = async ({ api }: Person, fields: object = {}) =>
      await api.addFeed({ bot_id: bot.id, url, stream_id, ...fields })
    const { feed_id } = await addAs(carol)
    for (const [person, reason] of [
      [dave, 'bot-access-denied'],
      [greta, 'caller-is-guest'],
    ] as const) {
      const denied = withReason(reason)
      await expect(addAs(person)).rejects.toMatchObject(denied)
      await expect(person.api.getFeeds({ bot_id: bot.id })).rejects.toMatchObject(denied)
      await expect(person.api.removeFeed({ bot_id: bot.id, feed_id })).rejects.toMatchObject(denied)
    }
    await bob.api.removeFeed({ bot_id: bot.id, feed_id })
    await addAs(alice)
    expect((await bob.api.getFeeds({ bot_id: bot.id })).feeds).toMatchObject([{ url }])

    await carol.api.subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true })
    const secret = (await carol.api.getChannelId({ stream: 'secret' })).stream_id
    const other = await addWebhookBot(world, dave, 'other')
    const badUrl = withReason('url-invalid', { parameter: 'url' })
    const unknownChannel = withReason('channel-id-unknown')
    const rows: [what: string, person: Person, fields: object, error: object][] = [
      [
        'the same feed again',
        carol,
        { url: 'HTTPS://news.example:443/feed.xml' },
        withReason('feed-already-added'),
      ],
      ['an invalid URL', carol, { url: 'plums' }, badUrl],
      ['a file', carol, { url: 'file:///etc/passwd' }, badUrl],
      ['a long URL', carol, { url: `https://x.example/${'x'.repeat(2_000)}` }, badUrl],
      ['a URL that is long when escaped', carol, { url: `https://x.example/${'ä'.repeat(900)}` }, badUrl],
      ['an invalid topic', carol, { topic: 'a\u0007' }, withReason('topic-name-invalid')],
      ['an unknown channel', carol, { stream_id: 99_999 }, unknownChannel],
      ['a hidden channel', dave, { bot_id: other.id, stream_id: secret }, unknownChannel],
      ['an account that is not a bot', alice, { bot_id: carol.id }, withReason('bot-not-found')],
    ]
    for (const [what, person, fields, error] of rows) {
      await expect(addAs(person, fields), what).rejects.toMatchObject(error)
    }
    await addAs(carol, { stream_id: secret })
    await expect(dave.api.removeFeed({ bot_id: other.id, feed_id: feed_id + 1 })).rejects.toMatchObject(
      withReason('feed-not-found'),
    )
  })

  it('are limited to fifty', async () => {
    const { carol, bot, stream_id } = await createFeedWorld()
    const addNumber = async (n: number) =>
      await carol.api.addFeed({ bot_id: bot.id, url: `https://news.example/${n}`, stream_id })
    for (let n = 0; n < 50; n++) await addNumber(n)
    await expect(addNumber(50)).rejects.toMatchObject(withReason('feed-limit-of-bot-exceeded', { max: 50 }))
  })
})
