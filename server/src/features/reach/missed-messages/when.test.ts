import { linkIn } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { deleteIdleQueues } from '../../../events/queue-store.ts'
import { deleteOldMissedMessages, emailMissedMessages, scanMissedMessages } from './jobs.ts'
import { summary, withMail } from './testing/fixtures.ts'

describe('mails about missed messages', () => {
  it('wait for the period of the first message, which later ones join and a new period shifts', async () => {
    const { world, app, clock, mailbox, carol, dave, tell, say } = await withMail()
    const arrived = async (seconds: number) => {
      clock.advance(seconds)
      await scanMissedMessages(app)
      return (await mailbox.emails(world)).length
    }
    await tell(carol, [dave])
    expect(await arrived(0)).toBe(0)
    await say(carol, 'later', '@**Dave Member**')
    expect(await arrived(110)).toBe(0)
    await say(carol, 'latest', '@**Dave Member**')
    expect(await arrived(0)).toBe(0)
    expect(await arrived(11), 'two minutes after the first').toBe(3)
    expect(await arrived(1_000)).toBe(0)

    await tell(carol, [dave])
    await scanMissedMessages(app)
    await dave.api.updateSettings({ email_notifications_batching_period_seconds: 300 })
    expect(await arrived(290)).toBe(0)
    await dave.api.updateSettings({ email_notifications_batching_period_seconds: 200 })
    expect(await arrived(0), 'due since the period is shorter').toBe(1)
  })

  it('leave out what was read or deleted meanwhile, and are not sent where nothing is left or wanted', async () => {
    const { world, app, clock, mailbox, raw, carol, dave, alice, mails, tell, say } = await withMail()
    const rows: [what: string, act: (ids: number[]) => Promise<unknown>, mailed: string[]][] = [
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
      [
        'mails not wanted any more',
        () => dave.api.updateSettings({ enable_offline_email_notifications: false }),
        [],
      ],
      [
        'mails wanted again: direct messages and mentions were not even noted',
        () => dave.api.updateSettings({ enable_offline_email_notifications: true }),
        ['#general > names: you follow this topic'],
      ],
      [
        'a channel that one has left',
        () => dave.api.unsubscribe({ subscriptions: ['general'] }),
        ['Direct message with Carol Member: you got a direct message'],
      ],
    ]
    for (const [what, act, mailed] of rows) {
      const ids = [await tell(carol, [dave]), await say(carol, 'names', '@**Dave Member**')]
      await scanMissedMessages(app)
      await act(ids)
      expect(summary(await mails()), what).toEqual(mailed.length === 0 ? {} : { dave: mailed })
    }

    await tell(carol, [dave])
    const [letter] = await mails()
    clock.advance(10 * 365 * 86_400)
    const stop = new URL(linkIn(letter, '/unsubscribe/missed_messages/'))
    expect((await raw(stop.pathname, { method: 'POST' })).status).toBe(200)
    await tell(carol, [dave])
    expect(await mails()).toEqual([])
    expect(await mailbox.emails(world)).toEqual([])
  })

  it('are sent once, however many processes look, and those who follow an edit are newly mentioned', async () => {
    const { world, app, clock, mailbox, carol, dave, bob, mona, mails, tell, say } = await withMail()
    const other = await world.secondNode()
    for (let n = 0; n < 5; n++) await say(carol, `topic ${n}`, '@**Dave Member**')
    const everybodyLooks = () =>
      Promise.all([app, other.app, app, other.app].map((one) => emailMissedMessages.run(one, {})))
    await everybodyLooks()
    clock.advance(121)
    await everybodyLooks()
    expect(await mailbox.emails(world)).toHaveLength(5)

    const edit = (message_id: number, content: string) => carol.api.updateMessage({ message_id, content })
    const id = await say(carol, 'edited', '@**Dave Member**')
    expect(Object.keys(summary(await mails()))).toEqual(['dave'])
    await edit(id, '@**Dave Member** @**Bob Admin**')
    expect(summary(await mails())).toEqual({ bob: ['#general > edited: you were mentioned'] })
    await edit(id, '@**Dave Member** @**Bob Admin** again')
    expect(await mails()).toEqual([])
    await mona.api.updateMessageFlags({ messages: [id], op: 'add', flag: 'read' })
    await edit(id, '@**all**, and @**Bob Admin**')
    expect(Object.keys(summary(await mails())).sort()).toEqual(['alice', 'greta'])
    const direct = await tell(carol, [dave, bob])
    await mails()
    await edit(direct, '@**Dave Member**')
    expect(await mails(), 'never for direct messages').toEqual([])
    await carol.api.updateMessage({ message_id: id, topic: 'moved', propagate_mode: 'change_all' })
    await mails()
    expect(await mails()).toEqual([])
  })

  it('are about what came into the last queue of somebody, once it is dropped', async () => {
    const { app, clock, carol, dave, mails, tell, say } = await withMail()
    const { db } = app.database
    const dropQueues = async () => {
      await sql`update event_queue set last_active_at = last_active_at - interval '11 minutes'`.execute(db)
      await deleteIdleQueues(db)
    }
    await tell(carol, [dave], 'before there was a queue')
    expect(await mails()).toHaveLength(1)

    await dave.api.updatePresence({ status: 'active', ping_only: true })
    await dave.api.register({ event_types: ['message'] })
    const seen = await tell(carol, [dave], 'read in time')
    await tell(carol, [dave], 'unseen')
    await say(carol, 'plain')
    await dave.api.updateMessageFlags({ messages: [seen], op: 'add', flag: 'read' })
    expect(await mails(), 'here').toEqual([])
    await dropQueues()
    const { queue_id } = await dave.api.register({ event_types: ['message'] })
    expect(await mails(), 'another queue is there').toEqual([])
    await dave.api.deleteQueue({ queue_id: queue_id ?? '' })

    // By now there has been no activity for long, so what comes is mailed at once; and not again.
    await dave.api.register({ event_types: ['message'] })
    await mails(300)
    await tell(carol, [dave], 'mailed at once')
    const texts = (letters: { text: string }[]) => letters.map(({ text }) => text.match(/^> .*$/gm)?.join())
    expect(texts(await mails())).toEqual(['> mailed at once'])
    await dave.api.updatePresence({ status: 'active', ping_only: true })
    await tell(carol, [dave], 'unseen, too')
    expect(await mails(1)).toEqual([])
    await sql`update event_queue set last_active_at = now() - interval '11 minutes'`.execute(db)
    await deleteIdleQueues(db)
    expect(texts(await mails())).toEqual(['> unseen,> unseen, too'])
    expect(await mails()).toEqual([])

    const rows = async () => {
      await deleteOldMissedMessages.run(app, {})
      return (await db.selectFrom('missed_message').select('message_id').execute()).length
    }
    clock.advance(7 * 86_400)
    expect(await rows(), 'as long as a queue may sleep').toBeGreaterThan(0)
    clock.advance(2 * 86_400)
    expect(await rows()).toBe(0)
  })
})
