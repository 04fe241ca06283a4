import { addPeople, countStatements, createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const named = (count: number, prefix: string) =>
  Array.from({ length: count }, (_, n) => ({ name: `${prefix} ${n}`, description: `*About* ${n}` }))

describe('A request that creates channels', () => {
  it('sends as many statements for 100 channels with 50 subscribers each as for 2 with 2', async () => {
    const world = await createWorld({ proxied: true })
    const people = await addPeople(world, 50)
    const create = (count: number, prefix: string, principals: number[]) =>
      countStatements(world, () =>
        world.alice.api.subscribe({ subscriptions: named(count, prefix), principals, invite_only: true }),
      )
    await create(1, 'first', people.slice(0, 1))
    const few = await create(2, 'few', people.slice(0, 2))
    expect(await create(100, 'many', people)).toBeLessThanOrEqual(few + 5)
    const { streams } = await world.alice.api.getChannels({ include_all: true })
    const many = streams.filter(({ name }) => name.startsWith('many'))
    expect(many).toHaveLength(100)
    expect(many.find(({ name }) => name === 'many 42')?.rendered_description).toBe('<p><em>About</em> 42</p>')
    const { subscribers } = await world.alice.api.getSubscribers({ stream_id: many[7]?.stream_id ?? 0 })
    expect(subscribers.toSorted((a, b) => a - b)).toEqual(people)
  })

  it('creates at most 100, and joins up to 500', async () => {
    const { alice, carol } = await createWorld()
    const join = ({ api }: Person, subscriptions: { name: string }[]) => api.subscribe({ subscriptions })
    await expect(join(alice, named(101, 'c'))).rejects.toMatchObject(
      withReason('channel-creation-limit-exceeded', { max: 100 }),
    )
    for (const at of [0, 100]) await join(alice, named(200, 'c').slice(at, at + 100))
    expect((await join(carol, named(200, 'c'))).subscribed[carol.id]).toHaveLength(200)
    await expect(join(carol, named(501, 'c'))).rejects.toMatchObject(
      withReason('parameter-invalid', {
        parameter: 'subscriptions',
        problem: 'must have at most 500 elements',
      }),
    )
  })

  it('covers at most 20000 pairs of a user and a channel', async () => {
    const world = await createWorld()
    const { alice } = world
    const principals = await addPeople(world, 201)
    const subscriptions = named(100, 'c')
    const tooMany = withReason('principals-too-many', { max: 20_000 })
    await expect(alice.api.subscribe({ subscriptions, principals })).rejects.toMatchObject(tooMany)
    await alice.api.subscribe({ subscriptions })
    const leaving = { subscriptions: subscriptions.map(({ name }) => name), principals }
    await expect(alice.api.unsubscribe(leaving)).rejects.toMatchObject(tooMany)
  })
})

describe('A request that leaves channels', () => {
  it('sends as many statements for 100 channels as for 25', async () => {
    const world = await createWorld({ proxied: true })
    const { carol } = world
    const leave = async (count: number) => {
      const subscriptions = named(count, 'c')
      await carol.api.subscribe({ subscriptions })
      const names = subscriptions.map(({ name }) => name)
      return await countStatements(world, () => carol.api.unsubscribe({ subscriptions: names }))
    }
    const few = await leave(25)
    expect(await leave(100)).toBeLessThanOrEqual(few + 5)
  })
})

describe('A request that changes personal properties of subscriptions', () => {
  it('sends as many statements for 100 channels as for 2', async () => {
    const world = await createWorld({ proxied: true })
    const { carol } = world
    await carol.api.subscribe({ subscriptions: named(100, 'c') })
    const ids = (await carol.api.getSubscriptions()).subscriptions.map((one) => one.stream_id)
    const pin = (streams: number[]) =>
      countStatements(world, () =>
        carol.api.updateSubscriptionProperties({
          subscription_data: streams.map((stream_id) => ({ stream_id, property: 'pin_to_top', value: true })),
        }),
      )
    const few = await pin(ids.slice(0, 2))
    expect(await pin(ids)).toBeLessThanOrEqual(few + 5)
    const { subscriptions } = await carol.api.getSubscriptions()
    expect(subscriptions.every((one) => one.pin_to_top)).toBe(true)
  })
})
