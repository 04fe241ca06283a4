import { createWorld, type Person, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

type Narrow = NonNullable<NonNullable<Parameters<Person['api']['getMessages']>[0]>['narrow']>
type Row = [operator: string, operand: string | number | number[], found: string]

const all = { anchor: 'oldest', num_before: 0, num_after: 100 }

/** Messages by their names, in channels and conversations of Carol. */
async function createHistory() {
  const world = await createWorld()
  const { alice, bob, carol, dave, mona, app } = world
  const principals = [alice.id, carol.id]
  await alice.api.subscribe({ subscriptions: [{ name: 'noise' }, { name: 'Plaza' }], principals })
  const names = new Map<number, string>()
  const post = async (name: string, to: string, topic: string, content = name) =>
    names.set((await alice.api.sendMessage({ type: 'channel', to, topic, content })).id, name)
  const write = async (name: string, sender: Person, ...to: Person[]) => {
    const recipients = to.map((one) => one.id)
    names.set((await sender.api.sendMessage({ type: 'direct', to: recipients, content: name })).id, name)
  }
  await post('plum', 'general', 'Fruit')
  await post('kale', 'general', 'greens')
  await post('hum', 'noise', 'low')
  await post('buzz', 'noise', 'high')
  await post('tune', 'noise', 'music')
  await post('plaza', 'Plaza', 'x')
  await write('pair', alice, carol)
  await write('self', carol, carol)
  await write('three', dave, carol, mona)
  await write('trio', mona, carol, alice)
  await write('secret', alice, bob, dave)
  const idOf = (name: string) => [...names].find(([, one]) => one === name)?.[0] ?? 0
  const channelId = async (stream: string) => (await carol.api.getChannelId({ stream })).stream_id
  const find = async (narrow: Narrow, viewer = carol) => {
    const { messages } = await viewer.api.getMessages({ ...all, narrow })
    return messages.map((message) => names.get(message.id)).join(' ')
  }
  const everything = 'plum kale hum buzz tune plaza pair self three trio'
  /** Each term finds the named messages, and negated all others. */
  const expectRows = async (rows: Row[]) => {
    for (const [operator, operand, found] of rows) {
      const rest = everything.split(' ').filter((name) => !found.split(' ').includes(name))
      expect(await find([{ operator, operand }]), `${operator} ${operand}`).toBe(found)
      const negated = [{ operator, operand, negated: true }]
      expect(await find(negated), `not ${operator} ${operand}`).toBe(rest.join(' '))
    }
  }
  const change = (statement: ReturnType<typeof sql>) => statement.execute(app.database.db)
  return { ...world, idOf, channelId, find, expectRows, change, everything }
}

describe('A dm-including term', () => {
  it('finds the conversations of the caller with that user', async () => {
    const { expectRows, alice, bob, carol, dave, mona } = await createHistory()
    await expectRows([
      ['dm-including', alice.id, 'pair trio'],
      ['dm-including', ' ALICE@example.com ', 'pair trio'],
      ['dm-including', mona.id, 'three trio'],
      ['dm-including', dave.id, 'three'],
      ['dm-including', carol.id, 'pair self three trio'],
      ['dm-including', bob.id, ''],
      ['group-pm-with', alice.id, 'trio'],
      ['group-pm-with', 'mona@example.com', 'three trio'],
      ['group_pm_with', 'dave@example.com', 'three'],
      ['group-pm-with', carol.id, 'three trio'],
      ['group-pm-with', bob.id, ''],
    ])
  })

  it('cannot be combined with a channel term', async () => {
    const { find, alice } = await createHistory()
    for (const operator of ['dm-including', 'group-pm-with']) {
      const narrow: Narrow = [['channel', 'general'], { operator, operand: alice.id }]
      await expect(find(narrow)).rejects.toMatchObject(withReason('narrow-contradictory'))
      expect(await find([['channel', 'general'], { operator, operand: alice.id, negated: true }])).toBe(
        'plum kale',
      )
    }
  })
})

describe('A has: term', () => {
  it('finds links, images, attachments and reactions', async () => {
    const { expectRows, change, idOf, alice } = await createHistory()
    await change(
      sql`update message set has_link = true where id = any(${[idOf('plum'), idOf('pair')]}::bigint[])`,
    )
    await change(sql`update message set has_image = true where id = ${idOf('plaza')}`)
    await change(sql`update message set has_attachment = true where id = ${idOf('secret')}`)
    for (const name of ['kale', 'three', 'secret']) {
      for (const emoji of ['octopus', 'fire']) {
        await change(sql`
          insert into reaction (message_id, user_id, emoji_name, emoji_code, reaction_type)
          values (${idOf(name)}, ${alice.id}, ${emoji}, ${emoji}, 'unicode_emoji')`)
      }
    }
    await expectRows([
      ['has', 'link', 'plum pair'],
      ['has', 'image', 'plaza'],
      ['has', 'attachment', ''],
      ['has', 'reaction', 'kale three'],
    ])
  })
})

describe('A before or after term', () => {
  it('finds messages by the day they were sent, in the time zone of the reader', async () => {
    const { expectRows, find, change, idOf, everything, carol } = await createHistory()
    // Two hours apart: `hum` is sent at midnight UTC, `plaza` at 6 in the morning.
    for (const [n, name] of everything.split(' ').entries()) {
      const sentAt = new Date(Date.UTC(2026, 9, 31, 20 + 2 * n))
      await change(sql`update message set sent_at = ${sentAt} where id = ${idOf(name)}`)
    }
    await expectRows([
      ['before', '2026-10-31', ''],
      ['before', '2026-11-01', 'plum kale'],
      ['before', '2026-11-02', everything],
      ['after', '2026-10-30', everything],
      ['after', '2026-10-31', 'hum buzz tune plaza pair self three trio'],
      ['after', '2026-11-01', ''],
      ['before', '2999-01-01', everything],
      ['after', '2999-01-01', ''],
    ])
    expect(
      await find([
        ['before', '2026-11-01'],
        ['search', 'plum'],
      ]),
    ).toBe('plum')
    expect(
      await find([
        ['after', '2026-10-31'],
        ['channel', 'noise'],
      ]),
    ).toBe('hum buzz tune')
    // Six hours behind UTC since that morning, when the clocks went back.
    await carol.api.updateSettings({ timezone: 'America/Chicago' })
    await expectRows([
      ['before', '2026-11-01', 'plum kale hum buzz tune'],
      ['after', '2026-10-31', 'plaza pair self three trio'],
    ])
    const newestFirst = {
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      narrow: [['before', '2026-11-01']] as Narrow,
    }
    const page = await carol.api.getMessages(newestFirst)
    expect(page.messages.map(({ id }) => id)).toEqual([idOf('buzz'), idOf('tune')])
    expect(page.found_oldest).toBe(false)
  })
})

describe('A term about topic policies', () => {
  it('finds muted, unmuted and followed topics', async () => {
    const { expectRows, find, everything, carol, channelId } = await createHistory()
    const noise = await channelId('noise')
    const general = await channelId('general')
    const set = (stream_id: number, topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
      carol.api.updateUserTopic({ stream_id, topic, visibility_policy })
    await expectRows([
      ['is', 'muted', ''],
      ['is', 'followed', ''],
    ])
    await carol.api.updateSubscriptionProperties({
      subscription_data: [{ stream_id: noise, property: 'is_muted', value: true }],
    })
    await set(general, 'GREENS', 1)
    await set(noise, 'High', 2)
    await set(noise, 'MUSIC', 3)
    await expectRows([
      ['is', 'muted', 'kale hum'],
      ['in', 'home', 'plum buzz tune plaza pair self three trio'],
      ['is', 'followed', 'tune'],
    ])
    for (const negated of [false, true]) {
      expect(await find([{ operator: 'in', operand: 'all', negated }])).toBe(everything)
    }
    // They count as neither channel nor direct.
    expect(await find([['is', 'muted'], { operator: 'dm', operand: [carol.id] }])).toBe('')
    expect(await find([['is', 'followed'], { operator: 'is', operand: 'dm', negated: true }])).toBe('tune')
  })

  it('skips muted topics when looking for the first unread message', async () => {
    const { carol, channelId, idOf } = await createHistory()
    const first = async (narrow: Narrow) =>
      (await carol.api.getMessages({ anchor: 'first_unread', num_before: 0, num_after: 0, narrow })).anchor
    const general = await channelId('general')
    const mute = (stream_id: number, topic: string) =>
      carol.api.updateUserTopic({ stream_id, topic, visibility_policy: 1 })
    const inGeneral: Narrow = [['channel', 'general']]
    expect(await first([])).toBe(idOf('plum'))
    await mute(general, 'fruit')
    expect(await first([])).toBe(idOf('kale'))
    expect(await first(inGeneral)).toBe(idOf('kale'))
    const inTopic: Narrow = [...inGeneral, ['topic', 'Fruit']]
    expect(await first(inTopic)).toBe(10_000_000_000_000_000)
    const { messages } = await carol.api.getMessages({
      anchor: 'first_unread',
      num_before: 5,
      num_after: 0,
      narrow: inGeneral,
    })
    expect(messages.map((message) => message.id)).toEqual([idOf('plum'), idOf('kale')])
    // Muting the channel itself plays no part where the narrow names one, even one that is excluded.
    const noise = await channelId('noise')
    await carol.api.updateSubscriptionProperties({
      subscription_data: [{ stream_id: noise, property: 'is_muted', value: true }],
    })
    expect(await first([['channel', 'noise']])).toBe(idOf('hum'))
    await mute(general, 'greens')
    expect(await first([])).toBe(idOf('plaza'))
    expect(await first([{ operator: 'channel', operand: 'general', negated: true }])).toBe(idOf('hum'))
  })
})

describe('A mention term', () => {
  it('finds messages that mention everyone in the reader’s conversations', async () => {
    const { expectRows, change, idOf, alice, find } = await createHistory()
    await change(
      sql`update message set channel_wildcard = true where id = any(${['plum', 'pair', 'secret'].map(idOf)}::bigint[])`,
    )
    await expectRows([['is', 'mentioned', 'plum pair']])
    expect(await find([['is', 'mentioned']], alice)).toBe('plum pair secret')
  })
})

describe('The operand of a term', () => {
  it('with an unknown value is BAD_NARROW', async () => {
    const { find } = await createHistory()
    const rows: [operator: string, operand: string | number][] = [
      ['dm-including', 'nobody@example.com'],
      ['dm-including', 404_404],
      ['dm-including', ''],
      ['group-pm-with', 404_404],
      ['has', 'taste'],
      ['has', ''],
      ['has', 'Link'],
      ['in', 'house'],
      ['in', 'Home'],
      ['search', ' '],
      ['before', 'soon'],
      ['before', '2026-02-30'],
      ['after', '2026-11-1'],
    ]
    for (const [operator, operand] of rows) {
      for (const negated of [false, true]) {
        const found = find([{ operator, operand, negated }])
        await expect(found, `${operator} ${operand}`).rejects.toMatchObject({ code: 'BAD_NARROW' })
      }
    }
  })

  it('of a wrong type is BAD_REQUEST', async () => {
    const { find, carol } = await createHistory()
    const rows: [operator: string, operand: number | number[]][] = [
      ['dm-including', [carol.id]],
      ['group-pm-with', [carol.id]],
      ['group_pm_with', carol.id],
      ['pm_with', [carol.id]],
      ['has', 1],
      ['in', 1],
      ['search', 1],
      ['search', [1]],
      ['after', 2026],
    ]
    for (const [operator, operand] of rows) {
      const found = find([{ operator, operand }])
      await expect(found, `${operator} ${operand}`).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('matches the empty topic by its display name in the first topic term only', async () => {
    const { find, alice } = await createHistory()
    await alice.api.sendMessage({ type: 'channel', to: 'general', topic: '', content: 'blank' })
    const topics = (...names: string[]) => find(names.map((name): [string, string] => ['topic', name]))
    expect((await topics('general chat')).split(' ')).toHaveLength(1)
    expect(await topics('general chat', '')).toBe(await topics(''))
    expect(await topics('', 'general chat')).toBe('')
  })
})
