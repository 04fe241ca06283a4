import { createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { raw, startReceiver } from '../outgoing-webhooks/testing/receiver.ts'
import { pollFeeds } from './jobs.ts'
import { intervalMs } from './poll.ts'

const item = (n: number) =>
  `<item><guid>${n}</guid><title>Entry ${n}</title><link>https://x.example/${n}</link></item>`
const rss = (...items: string[]) => `<rss><channel><title>Plum news</title>${items.join('')}</channel></rss>`

describe('The feeds of a channel', () => {
  it('are added by its administrators, posted by the notification bot, and listed with those of bots', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { app, clock, alice, carol, dave, greta } = world
    const site = await startReceiver()
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    const poll = async () => {
      await pollFeeds.run(app, {})
      clock.advance(Math.ceil(intervalMs / 1_000))
    }
    const feeds = async ({ api }: Person) => (await api.getChannelFeeds({ stream_id })).feeds
    const add = ({ api }: Person, fields: object = {}) =>
      api.addChannelFeed({ stream_id, url: site.url, topic: 'news', ...fields })

    const { user_id: bot } = await carol.api.createBot({ full_name: 'Plum', short_name: 'plum', bot_type: 2 })
    await carol.api.addFeed({ bot_id: bot, url: 'https://x.example/feed.xml', stream_id })
    for (const person of [dave, greta]) {
      const reason = person === greta ? 'caller-is-guest' : 'channel-administration-denied'
      await expect(feeds(person)).rejects.toMatchObject(withReason(reason))
      await expect(add(person)).rejects.toMatchObject(withReason(reason))
    }
    site.answer = raw(rss(item(1)))
    const { feed_id } = await add(alice)
    await expect(add(alice)).rejects.toMatchObject(withReason('channel-feed-already-added'))
    await expect(add(alice, { url: 'plums' })).rejects.toMatchObject(withReason('url-invalid'))
    await expect(add(alice, { topic: 'a\u0007' })).rejects.toMatchObject(withReason('topic-name-invalid'))
    await poll()
    site.answer = raw(rss(item(2), item(1)))
    await poll()
    const { messages } = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'channel', operand: stream_id }],
    })
    expect(messages).toMatchObject([
      {
        sender_full_name: 'Notification Bot',
        subject: 'news',
        content: '**[Entry 2](https://x.example/2)**',
      },
    ])
    const [ofBot, ofChannel] = await feeds(alice)
    expect(ofBot).toMatchObject({ bot_id: bot, url: 'https://x.example/feed.xml' })
    expect(ofChannel).toMatchObject({ id: feed_id, title: 'Plum news', is_active: true, failure: null })

    // A feed that is gone is stopped, and the user who added it gets a message.
    site.answer = raw('', 410)
    await poll()
    expect((await feeds(alice))[1]).toMatchObject({ is_active: false, failure: 'status' })
    const { messages: notices } = await alice.api.getMessages({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: [{ operator: 'is', operand: 'dm' }],
    })
    expect(notices[0]?.content).toContain('is no longer posted to #**general**')

    await alice.api.removeChannelFeed({ stream_id, feed_id })
    await alice.api.removeChannelFeed({ stream_id, feed_id: ofBot?.id ?? 0 })
    expect(await feeds(alice)).toEqual([])
    await expect(alice.api.removeChannelFeed({ stream_id, feed_id })).rejects.toMatchObject(
      withReason('feed-not-found'),
    )
  })

  it('are not posted while the channel is archived', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { app, alice, carol } = world
    const site = await startReceiver()
    site.answer = raw(rss(item(1)))
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    await alice.api.addChannelFeed({ stream_id, url: site.url })
    await alice.api.archiveChannel({ stream_id })
    await pollFeeds.run(app, {})
    expect((await alice.api.getChannelFeeds({ stream_id })).feeds).toMatchObject([{ failure: 'not_posted' }])
    await expect(
      alice.api.addChannelFeed({ stream_id, url: 'https://x.example/feed.xml' }),
    ).rejects.toMatchObject(withReason('channel-not-found'))
  })
})
