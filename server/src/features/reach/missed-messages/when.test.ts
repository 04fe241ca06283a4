import { linkInEmail } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteIdleQueues } from '../../../events/queue-store.ts'
import { deleteOldMissedMessages, emailMissedMessages, scanMissedMessages } from './jobs.ts'
import { summary, withMailbox } from './testing/fixtures.ts'

describe('Emails about missed messages', () => {
  it('wait for the period of the first message, which later ones join and a new period shifts', async () => {
    const { world, app, clock, mailbox, carol, dave, sendDirect, sendToTopic } = await withMailbox()
    const arrived = async (seconds: number) => {
      clock.advance(seconds)
      await scanMissedMessages(app)
      return (await mailbox.emails(world)).length
    }
    await sendDirect(carol, [dave])
    expect(await arrived(0)).toBe(0)
    await sendToTopic(carol, 'later', '@**Dave Member**')
    expect(await arrived(110)).toBe(0)
    await sendToTopic(carol, 'latest', '@**Dave Member**')
    expect(await arrived(0)).toBe(0)
    expect(await arrived(11), 'two minutes after the first').toBe(3)
    expect(await arrived(1_000)).toBe(0)

    await sendDirect(carol, [dave])
    await scanMissedMessages(app)
    await dave.api.updateSettings({ email_notifications_batching_period_seconds: 300 })
    expect(await arrived(290)).toBe(0)
    await dave.api.updateSettings({ email_notifications_batching_period_seconds: 200 })
    expect(await arrived(0), 'due since the period is shorter').toBe(1)
  })

  it('leave out messages that were read or deleted meanwhile, and are not sent if none is left or they are turned off', async () => {
    const { world, app, clock, mailbox, raw, carol, dave, alice, newEmails, sendDirect, sendToTopic } =
      await withMailbox()
    const rows: [what: string, act: (ids: number[]) => Promise<unknown>, expected: string[]][] = [
      [
        'one read',
        ([first]) => dave.api.updateMessageFlags({ messages: [first!], op: 'add', flag: 'read' }),
        ['#general > names: you were mentioned'],
      ],
      [
        'one deleted',
        ([, second]) => alice.api.deleteMessage({ message_id: second! }),
        ['Direct message with Carol Member: you got a direct message'],
      ],
      ['all read', () => dave.api.markAllAsRead(), []],
      ['emails turned off', () => dave.api.updateSettings({ enable_offline_email_notifications: false }), []],
      [
        'emails turned on again: direct messages and mentions were not recorded',
        () => dave.api.updateSettings({ enable_offline_email_notifications: true }),
        ['#general > names: you follow this topic'],
      ],
      [
        'an unsubscribed channel',
        () => dave.api.unsubscribe({ subscriptions: ['general'] }),
        ['Direct message with Carol Member: you got a direct message'],
      ],
    ]
    for (const [what, act, expected] of rows) {
      const ids = [await sendDirect(carol, [dave]), await sendToTopic(carol, 'names', '@**Dave Member**')]
      await scanMissedMessages(app)
      await act(ids)
      expect(summary(await newEmails()), what).toEqual(expected.length === 0 ? {} : { dave: expected })
    }

    await sendDirect(carol, [dave])
    const [email] = await newEmails()
    clock.advance(10 * 365 * 86_400)
    const stop = new URL(linkInEmail(email, '/unsubscribe/missed_messages/'))
    expect((await raw(stop.pathname, { method: 'POST' })).status).toBe(200)
    await sendDirect(carol, [dave])
    expect(await newEmails()).toEqual([])
    expect(await mailbox.emails(world)).toEqual([])
  })

  it('are about sent messages, not about those that an import added meanwhile', async () => {
    const { app, carol, dave, newEmails, sendDirect } = await withMailbox()
    const first = await sendDirect(carol, [dave])
    await sql`
      insert into message (id, realm_id, recipient_id, sender_id, is_channel, topic, content, rendered_content, client, sent_at, search)
      select nextval('message_id'), realm_id, recipient_id, sender_id, is_channel, topic, 'imported', '<p>imported</p>', client,
        sent_at, search
      from message, generate_series(1, 3) where id = ${first}`.execute(app.database.db)
    await sendDirect(carol, [dave])
    const emails = await newEmails()
    expect(summary(emails)).toEqual({ dave: ['Direct message with Carol Member: you got a direct message'] })
    expect(emails[0]?.text).not.toContain('imported')
    const { rows } = await sql`select from missed_message`.execute(app.database.db)
    expect(rows).toHaveLength(2)
  })

  it('are sent once, regardless of the number of processes, and after an edit to newly mentioned users', async () => {
    const { world, app, clock, mailbox, carol, dave, bob, mona, newEmails, sendDirect, sendToTopic } =
      await withMailbox()
    const other = await world.secondNode()
    for (let n = 0; n < 5; n++) await sendToTopic(carol, `topic ${n}`, '@**Dave Member**')
    const scanEverywhere = () =>
      Promise.all([app, other.app, app, other.app].map((one) => emailMissedMessages.run(one, {})))
    await scanEverywhere()
    clock.advance(121)
    await scanEverywhere()
    expect(await mailbox.emails(world)).toHaveLength(5)

    const edit = (message_id: number, content: string) => carol.api.updateMessage({ message_id, content })
    const id = await sendToTopic(carol, 'edited', '@**Dave Member**')
    expect(Object.keys(summary(await newEmails()))).toEqual(['dave'])
    await edit(id, '@**Dave Member** @**Bob Admin**')
    expect(summary(await newEmails())).toEqual({ bob: ['#general > edited: you were mentioned'] })
    await edit(id, '@**Dave Member** @**Bob Admin** again')
    expect(await newEmails()).toEqual([])
    await mona.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' })
    await edit(id, '@**all**, and @**Bob Admin**')
    expect(Object.keys(summary(await newEmails())).sort()).toEqual(['alice', 'greta'])
    const direct = await sendDirect(carol, [dave, bob])
    await newEmails()
    await edit(direct, '@**Dave Member**')
    expect(await newEmails(), 'never for direct messages').toEqual([])
    await carol.api.updateMessage({ message_id: id, topic: 'moved', propagate_mode: 'change_all' })
    await newEmails()
    expect(await newEmails()).toEqual([])
  })

  it("cover messages that arrived in a user's last queue, once it is dropped", async () => {
    const { app, clock, carol, dave, newEmails, sendDirect, sendToTopic } = await withMailbox()
    const { db } = app.database
    const dropQueues = async () => {
      await sql`update event_queue set last_active_at = last_active_at - interval '11 minutes'`.execute(db)
      await deleteIdleQueues(db)
    }
    await sendDirect(carol, [dave], 'before there was a queue')
    expect(await newEmails()).toHaveLength(1)

    await dave.api.updatePresence({ status: 'active', ping_only: true })
    await dave.api.register({ event_types: ['message'] })
    const seen = await sendDirect(carol, [dave], 'read in time')
    await sendDirect(carol, [dave], 'unseen')
    await sendToTopic(carol, 'plain')
    await dave.api.updateMessageFlags({ messages: [seen], op: 'add', flag: 'read' })
    expect(await newEmails(), 'online').toEqual([])
    await dropQueues()
    const { queue_id } = await dave.api.register({ event_types: ['message'] })
    expect(await newEmails(), 'another queue exists').toEqual([])
    await dave.api.deleteQueue({ queue_id: queue_id ?? '' })

    // After a long time without activity, messages are emailed immediately, and only once.
    await dave.api.register({ event_types: ['message'] })
    await newEmails(300)
    await sendDirect(carol, [dave], 'emailed immediately')
    const texts = (emails: { text: string }[]) => emails.map(({ text }) => text.match(/^> .*$/gm)?.join())
    expect(texts(await newEmails())).toEqual(['> emailed immediately'])
    await dave.api.updatePresence({ status: 'active', ping_only: true })
    await sendDirect(carol, [dave], 'unseen, too')
    expect(await newEmails(1)).toEqual([])
    await sql`update event_queue set last_active_at = now() - interval '11 minutes'`.execute(db)
    await deleteIdleQueues(db)
    expect(texts(await newEmails())).toEqual(['> unseen,> unseen, too'])
    expect(await newEmails()).toEqual([])

    const rows = async () => {
      await deleteOldMissedMessages.run(app, {})
      return (await db.selectFrom('missed_message').select('message_id').execute()).length
    }
    clock.advance(7 * 86_400)
    expect(await rows(), 'as long as a queue can be idle').toBeGreaterThan(0)
    clock.advance(2 * 86_400)
    expect(await rows()).toBe(0)
  })
})
