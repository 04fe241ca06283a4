import { addBot } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { newPushes, withPush } from './testing/fixtures.ts'
import { subscribe } from './testing/push-service.ts'

describe('A push notification is sent', () => {
  it('for the reasons that its user turned on', async () => {
    const world = await withPush()
    const { carol, dave, alice, deliver, sendToTopic, sendDirect, service, general } = world
    const browser = await subscribe(service, dave)
    const other = await subscribe(service, alice)
    const bot = await addBot(world.world, carol)
    // Participation does not follow topics, so that the table is complete.
    await dave.api.updateSettings({
      automatically_follow_topics_policy: 4,
      automatically_follow_topics_where_mentioned: false,
    })
    await alice.api.updateSettings({
      enable_offline_push_notifications: false,
      wildcard_mentions_notify: false,
    })
    const make = (topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
      dave.api.updateUserTopic({ stream_id: general, topic, visibility_policy })
    const choose = (property: string, value: boolean) =>
      dave.api.updateSubscriptionProperties({
        subscription_data: [{ stream_id: general, property, value }] as never,
      })
    const rows: [what: string, act: () => Promise<unknown>, expected: string[]][] = [
      [
        'for a direct message',
        () => sendDirect(carol, [dave], 'are *you* here?'),
        ['Carol Member: are you here?'],
      ],
      ['for a group direct message', () => sendDirect(carol, [dave, alice, bot]), ['Carol Member: hello']],
      ['not for own messages', () => sendDirect(dave, [carol]), []],
      ['not for a plain channel message', () => sendToTopic(carol, 'plain'), []],
      [
        'for a mention',
        () => sendToTopic(carol, 'names', '@**Dave Member** look'),
        ['Carol Member (#general › names): @Dave Member look'],
      ],
      ['not for a silent mention', () => sendToTopic(carol, 'silent', '@_**Dave Member**'), []],
      [
        'for a wildcard mention',
        () => sendToTopic(carol, 'all', '@**all**'),
        ['Carol Member (#general › all): @all'],
      ],
      [
        'not for a wildcard mention if turned off for the channel',
        async () => {
          await choose('wildcard_mentions_notify', false)
          await sendToTopic(carol, 'all', '@**all**')
        },
        [],
      ],
      [
        'for a followed topic',
        async () => {
          await make('followed', 3)
          await sendToTopic(carol, 'Followed', 'news')
        },
        ['Carol Member (#general › Followed): news'],
      ],
      [
        'not for a followed topic if turned off',
        async () => {
          await dave.api.updateSettings({ enable_followed_topic_push_notifications: false })
          await sendToTopic(carol, 'followed', 'news')
        },
        [],
      ],
      [
        'for a channel if turned on for all channels',
        async () => {
          await dave.api.updateSettings({ enable_stream_push_notifications: true })
          await sendToTopic(carol, 'channel', 'any')
        },
        ['Carol Member (#general › channel): any'],
      ],
      [
        'not for a channel with pushes off',
        async () => {
          await choose('push_notifications', false)
          await sendToTopic(carol, 'channel', 'any')
        },
        [],
      ],
      [
        'for a channel with pushes on and emails off',
        async () => {
          await dave.api.updateSettings({ enable_stream_push_notifications: false })
          await choose('push_notifications', true)
          await choose('email_notifications', false)
          await sendToTopic(carol, 'channel', 'any')
        },
        ['Carol Member (#general › channel): any'],
      ],
      [
        'not for a muted topic, unless mentioned',
        async () => {
          await make('muted', 1)
          await sendToTopic(carol, 'muted', 'nothing')
          await sendToTopic(carol, 'muted', '@**Dave Member** something')
        },
        ['Carol Member (#general › muted): @Dave Member something'],
      ],
      [
        'without the text of direct messages if turned off',
        async () => {
          await dave.api.updateSettings({ pm_content_in_desktop_notifications: false })
          await sendDirect(carol, [dave], 'a secret')
        },
        ['Carol Member: '],
      ],
      [
        'not for messages of a muted user',
        async () => {
          await dave.api.muteUser({ muted_user_id: carol.id })
          // Muting marks earlier messages as read.
          await deliver()
          browser.taken()
          await sendDirect(carol, [dave])
          await dave.api.unmuteUser({ muted_user_id: carol.id })
        },
        [],
      ],
      [
        'not for direct messages and mentions if turned off',
        async () => {
          await choose('push_notifications', false)
          await dave.api.updateSettings({ enable_offline_push_notifications: false })
          await sendDirect(carol, [dave])
          await sendToTopic(carol, 'names', '@**Dave Member** look')
        },
        [],
      ],
    ]
    for (const [what, act, expected] of rows) {
      await act()
      await deliver()
      expect(newPushes(browser), what).toEqual(expected)
    }
    expect(newPushes(other), 'all turned off').toEqual([])
  })

  it('to users who are online only if they turned that on, or are invisible', async () => {
    const { carol, dave, deliver, sendDirect, service } = await withPush()
    const browser = await subscribe(service, dave)
    const isNotified = async () => {
      await sendDirect(carol, [dave])
      await deliver()
      return newPushes(browser).length > 0
    }
    await dave.api.updatePresence({ status: 'active', ping_only: true })
    await dave.api.register({ event_types: ['message'] })
    expect(await isNotified(), 'online, by default').toBe(true)
    await dave.api.updateSettings({ enable_online_push_notifications: false })
    expect(await isNotified(), 'online').toBe(false)
    await dave.api.updateSettings({ presence_enabled: false })
    expect(await isNotified(), 'invisible').toBe(true)
  })
})
