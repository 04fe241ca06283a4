import {
  createWorld,
  type Person,
  sendChannelMessage,
  sendDirectMessage,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { slack } from '../../imports/slack/slack.ts'
import { importFiles } from '../../imports/testing/imported.ts'
import { enqueueImportedCount } from './count-store.ts'
import { dateOf, dayMs, startOfDay } from './days.ts'
import { countStatistics, deleteOldStatistics } from './jobs.ts'

/** A world at noon, so that the minutes between runs of the job are on one day. */
async function createNoonWorld(): Promise<World> {
  const world = await createWorld()
  goToNoon(world, 1)
  return world
}

const goToNoon = ({ clock }: World, daysLater: number) =>
  clock.advance((startOfDay(clock.now(), daysLater).getTime() + dayMs / 2 - clock.now()) / 1_000)

/** Runs the job until everything is counted that was sent before: one run marks it, the next one counts it. */
async function count(world: World): Promise<void> {
  for (let run = 0; run < 3; run++) {
    await countStatistics.run(world.app, {})
    world.clock.advance(600)
  }
}

const statisticsFor = async ({ api }: Person, days: 30 | 90 | 365 = 30) =>
  (await api.getStatistics({ days })).statistics

const today = async (person: Person) => (await statisticsFor(person)).days.at(-1)

describe('The statistics of an organization', () => {
  it('are for administrators', async () => {
    const { bob, mona } = await createWorld()
    await expect(mona.api.getStatistics({})).rejects.toMatchObject(withReason('caller-not-administrator'))
    const { days, counted_until, is_complete } = await statisticsFor(bob)
    expect(days).toHaveLength(30)
    expect({ counted_until, is_complete }).toEqual({ counted_until: null, is_complete: false })
    await expect(bob.api.getStatistics({ days: 31 as never })).rejects.toThrow('days')
  })

  it('count each message once, by kind, however often the job runs', async () => {
    const world = await createNoonWorld()
    const { alice, carol, dave } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const { user_id: botId } = await alice.api.createBot({ short_name: 'rain', full_name: 'Rain' })
    const bot = world.person(botId)
    await sendChannelMessage(carol)
    await sendChannelMessage(dave)
    await sendChannelMessage(alice, 'den')
    await sendDirectMessage(carol, dave)
    await sendDirectMessage(bot, dave)
    await count(world)
    const figures = await statisticsFor(alice)
    const counts = {
      public_messages: 2,
      private_messages: 1,
      direct_messages: 1,
      active_users: 3,
      active_users_7_days: 3,
      active_users_30_days: 3,
    }
    const day = figures.days.at(-1)
    expect(day).toMatchObject({ date: dateOf(new Date(world.clock.now())), ...counts })
    // The bots of the server announce the channel, too.
    expect(day?.bot_messages).toBeGreaterThan(0)
    expect(figures.is_complete).toBe(true)
    await count(world)
    expect((await statisticsFor(alice)).days.at(-1)).toEqual(day)
    await sendDirectMessage(bot, dave)
    await count(world)
    expect(await today(alice)).toEqual({ ...day, bot_messages: (day?.bot_messages ?? 0) + 1 })
  })

  it('include messages that are deleted before and after they are counted', async () => {
    const world = await createNoonWorld()
    const { alice } = world
    const remove = (message_id: number) => alice.api.deleteMessage({ message_id })
    const early = await sendChannelMessage(alice)
    await sendChannelMessage(alice)
    await remove(early)
    const late = await sendChannelMessage(alice)
    await count(world)
    await remove(late)
    await count(world)
    expect(await today(alice)).toMatchObject({ public_messages: 3, active_users: 1 })
  })

  it('catch up after days without a run, and count active users of 7 and 30 days', async () => {
    const world = await createNoonWorld()
    const { alice, carol, dave } = world
    await sendChannelMessage(carol)
    await sendChannelMessage(carol)
    await count(world)
    goToNoon(world, 3)
    await dave.api.updatePresence({ status: 'active' })
    await sendChannelMessage(carol, 'general', 'figs')
    goToNoon(world, 1)
    await sendChannelMessage(carol)
    goToNoon(world, 1)
    await dave.api.updatePresence({ status: 'active' })
    await count(world)
    const { days } = await statisticsFor(alice)
    const messages = days.slice(-6).map((day) => day.public_messages)
    expect(messages).toEqual([2, 0, 0, 1, 1, 0])
    expect(days.slice(-6).map((day) => day.active_users)).toEqual([1, 0, 0, 1, 1, 1])
    expect(days.slice(-6).map((day) => day.active_users_7_days)).toEqual([1, 1, 1, 1, 1, 2])

    goToNoon(world, 6)
    await count(world)
    goToNoon(world, 23)
    await count(world)
    const year = (await statisticsFor(alice, 365)).days
    const after = (n: number) => year.at(n - 30)
    expect(after(5)).toMatchObject({ active_users: 0, active_users_7_days: 2 })
    expect(after(6)).toMatchObject({ active_users_7_days: 1, active_users_30_days: 2 })
    expect(after(7)).toMatchObject({ active_users_7_days: 0, active_users_30_days: 2 })
    expect(after(29)).toMatchObject({ active_users_7_days: 0, active_users_30_days: 1 })

    // Longer than one transaction computes.
    goToNoon(world, 130)
    await dave.api.updatePresence({ status: 'active' })
    await count(world)
    const { days: later } = await statisticsFor(alice, 365)
    expect(later.slice(-131).map((day) => day.active_users_30_days)).toEqual([
      1,
      ...new Array(129).fill(0),
      1,
    ])
    expect(later.slice(0, -130).map((day) => day.active_users_30_days)).toEqual(
      year.slice(130).map((day) => day.active_users_30_days),
    )
  })

  it('count imported messages on the days on which they were sent', async () => {
    const world = await createNoonWorld()
    const sentAt = startOfDay(world.clock.now(), -40)
    const ts = (n: number) => `${sentAt.getTime() / 1_000 + n}.000000`
    const imported = await importFiles(world, slack, {
      'users.json': [{ id: 'U1', name: 'ann', is_owner: true, profile: { email: 'ann@acme.example' } }],
      'channels.json': [{ id: 'C1', name: 'orchard', members: ['U1'] }],
      'orchard/2024-03-01.json': [
        { type: 'message', user: 'U1', text: 'Plums?', ts: ts(1) },
        { type: 'message', user: 'U1', text: 'Pears.', ts: ts(2) },
      ],
    })
    const dayOf = async () => {
      const path = '/statistics/realm'
      const { statistics } = await imported.get<{ statistics: Awaited<ReturnType<typeof statisticsFor>> }>(
        'ann@acme.example',
        path,
        { days: 90 },
      )
      return { ...statistics, day: statistics.days.find(({ date }) => date === dateOf(sentAt)) }
    }
    expect(await dayOf()).toMatchObject({ is_complete: false, day: { public_messages: 0 } })
    await count(world)
    const expected = {
      is_complete: true,
      day: { public_messages: 2, active_users: 1 },
      channels: [{ name: 'orchard', messages: 2 }],
    }
    expect(await dayOf()).toMatchObject(expected)

    // An import during which others write: the job is further than its IDs when it finishes.
    const { db } = world.app.database
    const realm = sql`(select realm_id from realm_import)`
    for (const table of ['daily_statistics', 'daily_channel_messages', 'active_user_day'])
      await sql`delete from ${sql.table(table)} where realm_id = ${realm}`.execute(db)
    await sql`delete from statistics_backlog`.execute(db)
    await sql`update statistics_progress set upto_message_id = 0, mark_message_id = 0`.execute(db)
    await sql`update realm_import set finished_at = null`.execute(db)
    await count(world)
    expect(await dayOf()).toMatchObject({ day: { public_messages: 0 } })
    const { rows } = await sql<{ realm_id: number }>`select realm_id from realm_import`.execute(db)
    await db.transaction().execute(async (tx) => {
      await enqueueImportedCount(tx, rows[0]?.realm_id ?? 0)
      await sql`update realm_import set finished_at = now()`.execute(tx)
    })
    expect((await dayOf()).is_complete).toBe(false)
    await count(world)
    await count(world)
    expect(await dayOf()).toMatchObject(expected)
  })

  it('name only channels that the viewer can read, most active first', async () => {
    const world = await createNoonWorld()
    const { alice, bob } = world
    await bob.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    await bob.api.subscribe({ subscriptions: [{ name: 'lair' }], invite_only: true })
    for (const channel of ['den', 'den', 'lair', 'general', 'general', 'general'])
      await sendChannelMessage(bob, channel)
    await count(world)
    const named = async (person: Person) =>
      (await statisticsFor(person)).channels.map(({ name, messages }) => [name, messages])
    const own = await named(bob)
    expect(own.find(([name]) => name === 'den')).toBeDefined()
    expect(own.map(([, messages]) => messages)).toEqual(
      own.map(([, messages]) => messages).toSorted((a, b) => Number(b) - Number(a)),
    )
    const hidden = await statisticsFor(alice)
    expect(hidden.channels.map(({ name }) => name)).not.toContain('den')
    expect(JSON.stringify(hidden)).not.toMatch(/den"|lair/)
    const inHidden = own.filter(([name]) => name === 'den' || name === 'lair')
    expect(hidden.hidden_channels).toEqual({
      channels: 2,
      messages: inHidden.reduce((sum, [, messages]) => sum + Number(messages), 0),
    })
  })

  it('show how much space files take, also on days without a run', async () => {
    const world = await createNoonWorld()
    const { alice } = world
    const upload = (size: number) =>
      alice.api.uploadFile({}, { files: [new File(['x'.repeat(size)], 'figs.txt')] })
    await upload(10)
    await count(world)
    goToNoon(world, 2)
    await upload(5)
    goToNoon(world, 2)
    await count(world)
    const { days } = await statisticsFor(alice)
    expect(days.slice(-6).map((day) => day.storage_bytes)).toEqual([0, 10, 10, 15, 15, 15])
  })

  it('are deleted after more than a year', async () => {
    const world = await createNoonWorld()
    await sendChannelMessage(world.alice)
    await count(world)
    const rows = async () =>
      (await sql`select from daily_channel_messages`.execute(world.app.database.db)).rows.length
    await deleteOldStatistics.run(world.app, {})
    expect(await rows()).toBe(1)
    goToNoon(world, 401)
    await deleteOldStatistics.run(world.app, {})
    expect(await rows()).toBe(0)
  })
})
