import { addBot, type Person } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { summary, withMail } from './testing/fixtures.ts'

describe('an email about a message is sent', () => {
  it('to users who are away, for the first reason that applies', async () => {
    const world = await withMail()
    const { alice, bob, mona, carol, dave, greta, mails, say, tell, make, choose } = world
    const bot = await addBot(world.world, carol)
    await carol.api.subscribe({
      subscriptions: [{ name: 'general' }],
      principals: [bot.id],
    })
    // Nobody follows by taking part, so that the table says what happens.
    for (const person of [alice, bob, mona, carol, dave, greta]) {
      await person.api.updateSettings({
        automatically_follow_topics_policy: 4,
        automatically_follow_topics_where_mentioned: false,
        automatically_unmute_topics_in_muted_streams_policy: 4,
      })
    }
    await mails()
    await alice.api.createUserGroup({ name: 'pickers', description: '', members: [bob.id, mona.id] })
    const realm = await world.app.realms.byHost('')
    const welcomer = world.person(realm?.directory.userByEmail('welcome-bot@loquat.invalid')?.id ?? 0)

    const everyone = (topic: string, ...people: string[]) =>
      Object.fromEntries(
        people.map((name) => [name, [`#general > ${topic}: everyone in the conversation was mentioned`]]),
      )
    const rows: [what: string, act: () => Promise<unknown>, mailed: Record<string, string[]>][] = [
      [
        'one person who is written to',
        () => tell(carol, [dave]),
        { dave: ['Direct message with Carol Member: you got a direct message'] },
      ],
      [
        'several, also where they are mentioned; bots and the sender never',
        () => tell(carol, [dave, bob, bot], '@**Dave Member**'),
        {
          dave: [expect.stringMatching(/Carol Member.*: you got a direct message/)],
          bob: [expect.stringMatching(/Carol Member.*: you got a direct message/)],
        },
      ],
      ['nobody about what one writes to oneself', () => tell(carol, [carol]), {}],
      ['nobody about a plain message in a channel', () => say(carol, 'plain'), {}],
      [
        'whoever is mentioned, by name or through a group',
        () => say(carol, 'names', '@**Dave Member** @*pickers* @**Carol Member**'),
        {
          dave: ['#general > names: you were mentioned'],
          bob: ['#general > names: you were mentioned'],
          mona: ['#general > names: you were mentioned'],
        },
      ],
      ['nobody who is mentioned silently', () => say(carol, 'silent', '@_**Dave Member**'), {}],
      [
        'everyone who is mentioned as such',
        () => say(carol, 'all', '@**all**'),
        everyone('all', 'alice', 'bob', 'mona', 'dave', 'greta'),
      ],
      [
        'those who took part in a topic',
        async () => {
          await say(dave, 'part')
          await say(carol, 'part', '@**topic**')
        },
        everyone('part', 'dave'),
      ],
      [
        'nobody by wildcard who does not want that: the channel decides, else the person',
        async () => {
          await choose(dave, 'wildcard_mentions_notify', false)
          await bob.api.updateSettings({ wildcard_mentions_notify: false })
          await mona.api.updateSettings({ wildcard_mentions_notify: false })
          await choose(mona, 'wildcard_mentions_notify', true)
          await say(carol, 'choice', '@**all**')
        },
        everyone('choice', 'alice', 'mona', 'greta'),
      ],
      [
        'by wildcard in a followed topic whoever wants that there',
        async () => {
          await make(dave, 'followed', 3)
          await make(bob, 'followed', 3)
          await bob.api.updateSettings({
            enable_followed_topic_wildcard_mentions_notify: false,
            enable_followed_topic_email_notifications: false,
          })
          await say(carol, 'Followed', '@**all**')
        },
        everyone('Followed', 'alice', 'mona', 'greta', 'dave'),
      ],
      [
        'whoever follows the topic and wants that',
        () => say(carol, 'followed'),
        { dave: ['#general > followed: you follow this topic'] },
      ],
      [
        'whoever wants mails about all channels or about this one, and not whoever does not about this one',
        async () => {
          for (const one of [mona, greta])
            await one.api.updateSettings({ enable_stream_email_notifications: true })
          await choose(greta, 'email_notifications', false)
          await choose(alice, 'email_notifications', true)
          await say(carol, 'channel')
        },
        {
          mona: ['#general > channel: you have email notifications on for this channel'],
          alice: ['#general > channel: you have email notifications on for this channel'],
        },
      ],
      [
        'nobody about a topic that they muted, unless they are mentioned',
        async () => {
          await make(alice, 'muted', 1)
          await make(mona, 'muted', 1)
          await say(carol, 'muted', 'hello @**Mona Moderator**')
        },
        { mona: ['#general > muted: you were mentioned'] },
      ],
      [
        'nobody about a channel that they muted, but for topics that they unmuted',
        async () => {
          await choose(alice, 'is_muted', true)
          await choose(mona, 'is_muted', true)
          await make(mona, 'unmuted', 2)
          await say(carol, 'unmuted')
          await say(carol, 'other', 'not for @**all** then')
        },
        {
          mona: ['#general > unmuted: you have email notifications on for this channel'],
          ...everyone('other', 'greta'),
        },
      ],
      [
        'nobody about what somebody says whom they muted',
        async () => {
          await dave.api.muteUser({ muted_user_id: carol.id })
          await tell(carol, [dave])
          await say(carol, 'followed', '@**Dave Member**')
        },
        {},
      ],
      [
        'nobody who does not want mail, whatever it is about',
        async () => {
          await dave.api.unmuteUser({ muted_user_id: carol.id })
          for (const one of [alice, dave, mona])
            await one.api.updateSettings({ enable_offline_email_notifications: false })
          await tell(carol, [dave])
          await say(carol, 'followed', '@**Dave Member**')
          await say(carol, 'unmuted')
        },
        {},
      ],
      [
        'nobody who has no account any more',
        async () => {
          await alice.api.deactivateUser({ user_id: bob.id })
          await say(carol, 'left', '@*pickers*')
        },
        {},
      ],
      ['nobody about what the welcome bot says', () => tell(greta, [welcomer], 'help'), {}],
    ]
    for (const [what, act, mailed] of rows) {
      await act()
      expect(summary(await mails()), what).toEqual(mailed)
    }
  })

  it('to users without presence or without a queue for messages, and not to users who are online', async () => {
    const { app, clock, carol, dave, mails, tell } = await withMail()
    const beHere = (person: Person) => person.api.updatePresence({ status: 'active', ping_only: true })
    const told = async () => {
      await tell(carol, [dave])
      // No time passes, so that nobody goes away meanwhile; what is due is due at once.
      await dave.api.updateSettings({ email_notifications_batching_period_seconds: 1 })
      return (await mails(2)).length > 0
    }
    await beHere(dave)
    expect(await told(), 'without a queue').toBe(true)
    await dave.api.register({ event_types: ['presence'] })
    expect(await told(), 'with a queue for something else').toBe(true)
    const { queue_id } = await dave.api.register({ event_types: ['message'] })
    expect(await told(), 'here').toBe(false)
    await dave.api.deleteQueue({ queue_id: queue_id ?? '' })
    await dave.api.register({})
    expect(await told(), 'here, with a queue for everything').toBe(false)
    await dave.api.updateSettings({ presence_enabled: false })
    expect(await told(), 'hiding').toBe(true)
    await dave.api.updateSettings({ presence_enabled: true })
    await beHere(dave)
    expect(await told(), 'back').toBe(false)
    clock.advance(201)
    expect(await told(), 'without activity for 200 seconds').toBe(true)
    clock.advance(60)
    await dave.api.updatePresence({ status: 'idle', ping_only: true })
    expect(await told(), 'connected, but not active').toBe(true)
    clock.advance(60)
    await beHere(dave)
    expect(await told(), 'active again').toBe(false)
    await sql`update event_queue set last_active_at = now() - interval '11 minutes'`.execute(app.database.db)
    expect(await told(), 'with a queue that nobody reads any more').toBe(true)
  })
})
