import { addBot } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { toldTo, withPush } from './testing/fixtures.ts'
import { subscribe } from './testing/push-service.ts'

describe('a push notification is sent', () => {
  it('for the reasons that its user turned on', async () => {
    const world = await withPush()
    const { carol, dave, alice, look, say, tell, service, general } = world
    const browser = await subscribe(service, dave)
    const other = await subscribe(service, alice)
    const bot = await addBot(world.world, carol)
    // Nobody follows by taking part, so that the table says what happens.
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
    const rows: [what: string, act: () => Promise<unknown>, told: string[]][] = [
      [
        'of what is written to them',
        () => tell(carol, [dave], 'are *you* here?'),
        ['Carol Member: are you here?'],
      ],
      ['in a group, too', () => tell(carol, [dave, alice, bot]), ['Carol Member: hello']],
      ['not of what they write themselves', () => tell(dave, [carol]), []],
      ['not of a plain message in a channel', () => say(carol, 'plain'), []],
      [
        'of a mention',
        () => say(carol, 'names', '@**Dave Member** look'),
        ['Carol Member (#general › names): @Dave Member look'],
      ],
      ['not of a silent one', () => say(carol, 'silent', '@_**Dave Member**'), []],
      ['of everyone', () => say(carol, 'all', '@**all**'), ['Carol Member (#general › all): @all']],
      [
        'not of everyone where they do not want that',
        async () => {
          await choose('wildcard_mentions_notify', false)
          await say(carol, 'all', '@**all**')
        },
        [],
      ],
      [
        'of a topic that they follow',
        async () => {
          await make('followed', 3)
          await say(carol, 'Followed', 'news')
        },
        ['Carol Member (#general › Followed): news'],
      ],
      [
        'not of one where they do not want that',
        async () => {
          await dave.api.updateSettings({ enable_followed_topic_push_notifications: false })
          await say(carol, 'followed', 'news')
        },
        [],
      ],
      [
        'of a channel, if they want that for all',
        async () => {
          await dave.api.updateSettings({ enable_stream_push_notifications: true })
          await say(carol, 'channel', 'any')
        },
        ['Carol Member (#general › channel): any'],
      ],
      [
        'not of one that they want nothing of',
        async () => {
          await choose('push_notifications', false)
          await say(carol, 'channel', 'any')
        },
        [],
      ],
      [
        'of one that they want, though mails are off for it',
        async () => {
          await dave.api.updateSettings({ enable_stream_push_notifications: false })
          await choose('push_notifications', true)
          await choose('email_notifications', false)
          await say(carol, 'channel', 'any')
        },
        ['Carol Member (#general › channel): any'],
      ],
      [
        'not of a topic that they muted, unless they are mentioned there',
        async () => {
          await make('muted', 1)
          await say(carol, 'muted', 'nothing')
          await say(carol, 'muted', '@**Dave Member** something')
        },
        ['Carol Member (#general › muted): @Dave Member something'],
      ],
      [
        'not of the text of direct messages, if that is not to be shown',
        async () => {
          await dave.api.updateSettings({ pm_content_in_desktop_notifications: false })
          await tell(carol, [dave], 'a secret')
        },
        ['Carol Member: '],
      ],
      [
        'not of what somebody says whom they muted',
        async () => {
          await dave.api.muteUser({ muted_user_id: carol.id })
          // What they said so far counts as read from then on.
          await look()
          browser.taken()
          await tell(carol, [dave])
          await dave.api.unmuteUser({ muted_user_id: carol.id })
        },
        [],
      ],
      [
        'not of direct messages and mentions, if they want none',
        async () => {
          await choose('push_notifications', false)
          await dave.api.updateSettings({ enable_offline_push_notifications: false })
          await tell(carol, [dave])
          await say(carol, 'names', '@**Dave Member** look')
        },
        [],
      ],
    ]
    for (const [what, act, told] of rows) {
      await act()
      await look()
      expect(toldTo(browser), what).toEqual(told)
    }
    expect(toldTo(other), 'whoever wants none').toEqual([])
  })

  it('to users who are online only if they turned that on, or are invisible', async () => {
    const { carol, dave, look, tell, service } = await withPush()
    const browser = await subscribe(service, dave)
    const told = async () => {
      await tell(carol, [dave])
      await look()
      return toldTo(browser).length > 0
    }
    await dave.api.updatePresence({ status: 'active', ping_only: true })
    await dave.api.register({ event_types: ['message'] })
    expect(await told(), 'here, as it is at first').toBe(true)
    await dave.api.updateSettings({ enable_online_push_notifications: false })
    expect(await told(), 'here').toBe(false)
    await dave.api.updateSettings({ presence_enabled: false })
    expect(await told(), 'hiding').toBe(true)
  })
})
