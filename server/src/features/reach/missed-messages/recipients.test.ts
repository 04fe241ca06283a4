import { addBot, type Person } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { sendDueReminders } from '../../conversation/later/remind.ts'
import { summary, withMailbox } from './testing/fixtures.ts'

describe('An email about a message is sent', () => {
  it('to users who are away, for the first reason that applies', async () => {
    const world = await withMailbox()
    const {
      alice,
      bob,
      mona,
      carol,
      dave,
      greta,
      newEmails,
      sendToTopic,
      sendDirect,
      setTopicPolicy,
      setChannelProperty,
    } = world
    const bot = await addBot(world.world, carol)
    await carol.api.subscribe({
      subscriptions: [{ name: 'general' }],
      principals: [bot.id],
    })
    // Participation does not follow topics, so that the table is complete.
    for (const person of [alice, bob, mona, carol, dave, greta]) {
      await person.api.updateSettings({
        automatically_follow_topics_policy: 4,
        automatically_follow_topics_where_mentioned: false,
        automatically_unmute_topics_in_muted_streams_policy: 4,
      })
    }
    await newEmails()
    await alice.api.createUserGroup({ name: 'pickers', description: '', members: [bob.id, mona.id] })
    const realm = await world.app.realms.byHost('')
    const welcomer = world.person(realm?.directory.userByEmail('welcome-bot@loquat.invalid')?.id ?? 0)

    const everyone = (topic: string, ...people: string[]) =>
      Object.fromEntries(
        people.map((name) => [name, [`#general > ${topic}: everyone in the conversation was mentioned`]]),
      )
    const rows: [what: string, act: () => Promise<unknown>, expected: Record<string, string[]>][] = [
      [
        'to the recipient of a direct message',
        () => sendDirect(carol, [dave]),
        { dave: ['Direct message with Carol Member: you got a direct message'] },
      ],
      [
        'to the recipient of a reminder',
        async () => {
          const remind_timestamp = Math.floor(world.clock.now() / 1_000) + 60
          await dave.api.addLaterItem({ note: 'plums', remind_timestamp })
          world.clock.advance(61)
          await sendDueReminders(world.app)
        },
        { dave: ['Direct message with Notification Bot: you got a direct message'] },
      ],
      [
        'to several recipients, even if mentioned, but not to bots and the sender',
        () => sendDirect(carol, [dave, bob, bot], '@**Dave Member**'),
        {
          dave: [expect.stringMatching(/Carol Member.*: you got a direct message/)],
          bob: [expect.stringMatching(/Carol Member.*: you got a direct message/)],
        },
      ],
      ['to nobody about a message to oneself', () => sendDirect(carol, [carol]), {}],
      ['to nobody about a plain channel message', () => sendToTopic(carol, 'plain'), {}],
      [
        'to mentioned users, by name or through a group',
        () => sendToTopic(carol, 'names', '@**Dave Member** @*pickers* @**Carol Member**'),
        {
          dave: ['#general > names: you were mentioned'],
          bob: ['#general > names: you were mentioned'],
          mona: ['#general > names: you were mentioned'],
        },
      ],
      ['to nobody about a silent mention', () => sendToTopic(carol, 'silent', '@_**Dave Member**'), {}],
      [
        'to all users of a wildcard mention',
        () => sendToTopic(carol, 'all', '@**all**'),
        everyone('all', 'alice', 'bob', 'mona', 'dave', 'greta'),
      ],
      [
        'to participants of a topic',
        async () => {
          await sendToTopic(dave, 'part')
          await sendToTopic(carol, 'part', '@**topic**')
        },
        everyone('part', 'dave'),
      ],
      [
        'not about a wildcard mention if turned off: the channel setting overrides that of the user',
        async () => {
          await setChannelProperty(dave, 'wildcard_mentions_notify', false)
          await bob.api.updateSettings({ wildcard_mentions_notify: false })
          await mona.api.updateSettings({ wildcard_mentions_notify: false })
          await setChannelProperty(mona, 'wildcard_mentions_notify', true)
          await sendToTopic(carol, 'choice', '@**all**')
        },
        everyone('choice', 'alice', 'mona', 'greta'),
      ],
      [
        'about a wildcard mention in a followed topic if turned on for those',
        async () => {
          await setTopicPolicy(dave, 'followed', 3)
          await setTopicPolicy(bob, 'followed', 3)
          await bob.api.updateSettings({
            enable_followed_topic_wildcard_mentions_notify: false,
            enable_followed_topic_email_notifications: false,
          })
          await sendToTopic(carol, 'Followed', '@**all**')
        },
        everyone('Followed', 'alice', 'mona', 'greta', 'dave'),
      ],
      [
        'to followers of the topic who turned that on',
        () => sendToTopic(carol, 'followed'),
        { dave: ['#general > followed: you follow this topic'] },
      ],
      [
        'to users with emails on for all channels or this one, and not off for this one',
        async () => {
          for (const one of [mona, greta])
            await one.api.updateSettings({ enable_stream_email_notifications: true })
          await setChannelProperty(greta, 'email_notifications', false)
          await setChannelProperty(alice, 'email_notifications', true)
          await sendToTopic(carol, 'channel')
        },
        {
          mona: ['#general > channel: you have email notifications on for this channel'],
          alice: ['#general > channel: you have email notifications on for this channel'],
        },
      ],
      [
        'not about a muted topic, unless mentioned',
        async () => {
          await setTopicPolicy(alice, 'muted', 1)
          await setTopicPolicy(mona, 'muted', 1)
          await sendToTopic(carol, 'muted', 'hello @**Mona Moderator**')
        },
        { mona: ['#general > muted: you were mentioned'] },
      ],
      [
        'not about a muted channel, except for unmuted topics',
        async () => {
          await setChannelProperty(alice, 'is_muted', true)
          await setChannelProperty(mona, 'is_muted', true)
          await setTopicPolicy(mona, 'unmuted', 2)
          await sendToTopic(carol, 'unmuted')
          await sendToTopic(carol, 'other', 'not for @**all** then')
        },
        {
          mona: ['#general > unmuted: you have email notifications on for this channel'],
          ...everyone('other', 'greta'),
        },
      ],
      [
        'not about messages of a muted user',
        async () => {
          await dave.api.muteUser({ muted_user_id: carol.id })
          await sendDirect(carol, [dave])
          await sendToTopic(carol, 'followed', '@**Dave Member**')
        },
        {},
      ],
      [
        'not to users who turned all emails off',
        async () => {
          await dave.api.unmuteUser({ muted_user_id: carol.id })
          for (const one of [alice, dave, mona])
            await one.api.updateSettings({ enable_offline_email_notifications: false })
          await sendDirect(carol, [dave])
          await sendToTopic(carol, 'followed', '@**Dave Member**')
          await sendToTopic(carol, 'unmuted')
        },
        {},
      ],
      [
        'not to deactivated users',
        async () => {
          await alice.api.deactivateUser({ user_id: bob.id })
          await sendToTopic(carol, 'left', '@*pickers*')
        },
        {},
      ],
      ['not about messages of the welcome bot', () => sendDirect(greta, [welcomer], 'help'), {}],
    ]
    for (const [what, act, expected] of rows) {
      await act()
      expect(summary(await newEmails()), what).toEqual(expected)
    }
  })

  it('to users without presence or without a queue for messages, and not to users who are online', async () => {
    const { app, clock, carol, dave, newEmails, sendDirect } = await withMailbox()
    const goOnline = (person: Person) => person.api.updatePresence({ status: 'active', ping_only: true })
    const isEmailed = async () => {
      await sendDirect(carol, [dave])
      // With a short period, emails are due while the user is still online.
      await dave.api.updateSettings({ email_notifications_batching_period_seconds: 1 })
      return (await newEmails(2)).length > 0
    }
    await goOnline(dave)
    expect(await isEmailed(), 'without a queue').toBe(true)
    await dave.api.register({ event_types: ['presence'] })
    expect(await isEmailed(), 'with a queue for something else').toBe(true)
    const { queue_id } = await dave.api.register({ event_types: ['message'] })
    expect(await isEmailed(), 'online').toBe(false)
    await dave.api.deleteQueue({ queue_id: queue_id ?? '' })
    await dave.api.register({})
    expect(await isEmailed(), 'online, with a queue for everything').toBe(false)
    await dave.api.updateSettings({ presence_enabled: false })
    expect(await isEmailed(), 'invisible').toBe(true)
    await dave.api.updateSettings({ presence_enabled: true })
    await goOnline(dave)
    expect(await isEmailed(), 'visible again').toBe(false)
    clock.advance(201)
    expect(await isEmailed(), 'without activity for 200 seconds').toBe(true)
    clock.advance(60)
    await dave.api.updatePresence({ status: 'idle', ping_only: true })
    expect(await isEmailed(), 'connected, but not active').toBe(true)
    clock.advance(60)
    await goOnline(dave)
    expect(await isEmailed(), 'active again').toBe(false)
    await sql`update event_queue set last_active_at = now() - interval '11 minutes'`.execute(app.database.db)
    expect(await isEmailed(), 'with an idle queue').toBe(true)
  })
})
