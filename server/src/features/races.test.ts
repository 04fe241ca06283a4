import { ApiError } from '@loquat/client'
import { createWorld, eventually, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

/** The sorted results of concurrent calls: `ok`, or the reason of the error. */
async function outcomes(calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const results = await Promise.allSettled(calls.map((call) => call()))
  return results
    .map((result) => {
      if (result.status === 'fulfilled') return 'ok'
      if (result.reason instanceof ApiError) return String(result.reason.reason)
      throw result.reason
    })
    .sort()
}

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n))

describe('Two concurrent calls through two processes', () => {
  it('create one channel, with both subscribed', async () => {
    const world = await createWorld()
    const second = await world.secondNode()
    const { carol, dave } = world
    const subscriptions = [{ name: 'plaza' }]
    const calls = [
      () => carol.api.subscribe({ subscriptions }),
      () => second.as(dave).subscribe({ subscriptions: [{ name: 'PLAZA' }] }),
    ]
    expect(await outcomes(calls)).toEqual(['ok', 'ok'])
    const rows = await world.app.database.db.selectFrom('channel').select('name').execute()
    expect(rows).toHaveLength(2)
    // A process that only reads can be a moment behind.
    await eventually(async () => {
      const { subscriptions: own } = await carol.api.getSubscriptions({ include_subscribers: true })
      const plaza = own.find((one) => one.name.toLowerCase() === 'plaza')
      expect(plaza?.subscribers).toEqual([carol.id, dave.id].sort((a, b) => a - b))
    })
  })

  it('create one account for one email address', async () => {
    const world = await createWorld()
    const second = await world.secondNode()
    const { alice } = world
    const password = 'quinces in the attic'
    const calls = [alice.api, second.as(alice)].map(
      (api) => () => api.createUser({ email: 'erin@example.com', full_name: 'Erin', password }),
    )
    expect(await outcomes(calls)).toEqual(['email-address-taken', 'ok'])
  })

  it('leave one owner when the last two demote each other', async () => {
    const world = await createWorld()
    const second = await world.secondNode()
    const { alice, bob, carol } = world
    await alice.api.updateUser({ user_id: bob.id, role: 100 })
    const ended = await outcomes([
      () => alice.api.updateUser({ user_id: bob.id, role: 400 }),
      () => second.as(bob).updateUser({ user_id: alice.id, role: 400 }),
    ])
    expect(ended).toContain('ok')
    await eventually(async () => {
      const { members } = await carol.api.getUsers()
      expect(members.filter((member) => member.is_owner)).toHaveLength(1)
    })
  })

  it('start one conversation', async () => {
    const world = await createWorld()
    const second = await world.secondNode()
    const { carol, dave, mona } = world
    const write = (api: Person['api'], ...to: Person[]) =>
      api.sendMessage({ type: 'direct', to: to.map((one) => one.id), content: 'hi' })
    const calls = [
      () => write(carol.api, dave, mona),
      () => write(second.as(dave), carol, mona),
      () => write(second.as(mona), carol, dave),
    ]
    expect(await outcomes(calls)).toEqual(['ok', 'ok', 'ok'])
    const { recent_private_conversations } = await mona.api.register()
    expect(recent_private_conversations).toHaveLength(1)
  })

  it('subscribe and unsubscribe as if in sequence', async () => {
    const world = await createWorld()
    const second = await world.secondNode()
    const { carol } = world
    const calls = times(10, (n) =>
      n % 2 === 0
        ? () => carol.api.unsubscribe({ subscriptions: ['general'] })
        : () => second.as(carol).subscribe({ subscriptions: [{ name: 'general' }] }),
    )
    expect(new Set(await outcomes(calls))).toEqual(new Set(['ok']))
    const names = async (api: Person['api']) =>
      (await api.getSubscriptions()).subscriptions.map((one) => one.name)
    expect(await names(carol.api)).toEqual(await names(second.as(carol)))
  })

  it('mark messages read and unread without losing any', async () => {
    const world = await createWorld()
    const second = await world.secondNode()
    const { alice, carol } = world
    const ids: number[] = []
    for (let n = 0; n < 8; n++) {
      const sent = await alice.api.sendMessage({ type: 'channel', to: 'general', topic: 'x', content: 'hi' })
      ids.push(sent.id)
    }
    const apis = [carol.api, second.as(carol)]
    const mark = (op: 'add' | 'remove', list: number[]) =>
      outcomes(
        list.map((id, n) => () => apis[n % 2]!.updateMessageFlags({ op, flag: 'read', messages: [id] })),
      )
    expect(new Set(await mark('add', ids))).toEqual(new Set(['ok']))
    expect((await carol.api.register()).unread_msgs?.count).toBe(0)
    expect(new Set(await mark('remove', ids.slice(0, 4)))).toEqual(new Set(['ok']))
    const { unread_msgs } = await carol.api.register()
    expect(unread_msgs?.streams).toMatchObject([{ unread_message_ids: ids.slice(0, 4) }])
  })
})
