import type { ApiError } from '@loquat/client'
import { subscriptionSwitches } from '@loquat/contract'
import {
  createWorld,
  eventsDuring,
  eventsPerUser,
  expectEventsToReproduceState,
  type Person,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { allowed, archive, createChannels, everyKind, idOf, named, set } from './testing/fixtures.ts'

type Change = Parameters<Person['api']['updateSubscriptionProperties']>[0]['subscription_data'][number]

const change = (person: Person, ...subscription_data: Change[]) =>
  person.api.updateSubscriptionProperties({ subscription_data })

async function subscriptionTo(person: Person, stream_id: number) {
  const { subscriptions } = await person.api.getSubscriptions()
  return subscriptions.find((one) => one.stream_id === stream_id)
}

describe('POST /users/me/subscriptions/properties', () => {
  it('sets every property and publishes it to the caller alone', async () => {
    const { alice, carol, greta } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const plain = subscriptionSwitches.filter((name) => name !== 'is_muted' && name !== 'in_home_view')
    const changes: Change[] = [
      { stream_id, property: 'color', value: '#C0FFEE' },
      ...plain.map((property) => ({ stream_id, property, value: true })),
    ]
    const received = await eventsPerUser({ alice, carol, greta }, () => change(carol, ...changes))
    expect(received).toMatchObject({
      alice: [],
      carol: changes.map((one) => ({ type: 'subscription', op: 'update', ...one })),
      greta: [],
    })
    expect(received.carol).toHaveLength(changes.length)
    expect(await subscriptionTo(carol, stream_id)).toMatchObject(
      Object.fromEntries(changes.map(({ property, value }) => [property, value])),
    )
    await change(carol, { stream_id, property: 'push_notifications', value: false })
    expect(await subscriptionTo(carol, stream_id)).toMatchObject({ push_notifications: false })
    expect(await subscriptionTo(greta, stream_id)).toMatchObject({ pin_to_top: false })
  })

  it('changes no other property, neither in the list of subscriptions nor in a new client', async () => {
    const { carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    let expected = await subscriptionTo(carol, stream_id)
    for (const property of subscriptionSwitches.filter((name) => name !== 'in_home_view')) {
      for (const value of [true, false]) {
        await change(carol, { stream_id, property, value })
        expected = {
          ...expected!,
          [property]: value,
          ...(property === 'is_muted' && { in_home_view: !value }),
        }
        expect(await subscriptionTo(carol, stream_id)).toEqual(expected)
        const { subscriptions } = await carol.api.register({
          client_capabilities: { notification_settings_null: true },
        })
        expect(subscriptions?.find((one) => one.stream_id === stream_id)).toMatchObject(expected)
      }
    }
  })

  it('accepts both names for muting, and publishes both', async () => {
    const { carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const head = { type: 'subscription', op: 'update', stream_id }
    for (const [property, value, muted] of [
      ['is_muted', true, true],
      ['in_home_view', true, false],
      ['in_home_view', false, true],
      ['is_muted', false, false],
    ] as const) {
      const events = await expectEventsToReproduceState(carol, () =>
        change(carol, { stream_id, property, value }),
      )
      expect(events).toMatchObject([
        { ...head, property: 'in_home_view', value: !muted },
        { ...head, property: 'is_muted', value: muted },
      ])
      expect(await subscriptionTo(carol, stream_id)).toMatchObject({ is_muted: muted, in_home_view: !muted })
    }
  })

  it('stores and publishes unchanged values, too', async () => {
    const { greta } = await createWorld()
    const { subscriptions } = await greta.api.getSubscriptions()
    const { stream_id = 0, color = '' } = subscriptions[0] ?? {}
    const events = await eventsDuring(greta, () =>
      change(greta, { stream_id, property: 'color', value: color }),
    )
    expect(events).toMatchObject([{ property: 'color', value: color }])
  })

  it('checks every entry before it applies any', async () => {
    const { carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const good: Change = { stream_id, property: 'pin_to_top', value: true }
    const bad = [
      { stream_id, property: 'flavour', value: true },
      { stream_id, property: 'is_muted', value: 'true' },
      { stream_id, property: 'is_muted', value: 1 },
      { stream_id, property: 'desktop_notifications', value: null },
      { stream_id, property: 'color', value: true },
      { stream_id, property: 'color', value: 'red' },
      { stream_id, property: 'color', value: '#12' },
      { stream_id, property: 'color', value: '#1234567' },
      { stream_id, property: 'color' },
      { stream_id: 'general', property: 'is_muted', value: true },
      { property: 'is_muted', value: true },
      'is_muted',
    ]
    for (const entry of bad) {
      await expect(change(carol, good, entry as Change), JSON.stringify(entry)).rejects.toMatchObject(
        withReason('parameter-invalid'),
      )
    }
    expect(await subscriptionTo(carol, stream_id)).toMatchObject({ pin_to_top: false })
    for (const value of ['#abc', '#abcd', '#abcde', '#ABCDEF']) {
      await change(carol, { stream_id, property: 'color', value })
      expect(await subscriptionTo(carol, stream_id)).toMatchObject({ color: value })
    }
    await change(carol)
  })

  it('applies entries one by one until one is refused', async () => {
    const { carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const events = await expectEventsToReproduceState(carol, async () => {
      const changing = change(
        carol,
        { stream_id, property: 'pin_to_top', value: true },
        { stream_id: 404_404, property: 'pin_to_top', value: true },
        { stream_id, property: 'is_muted', value: true },
      )
      await expect(changing).rejects.toMatchObject(withReason('channel-not-found'))
    })
    expect(events).toMatchObject([{ property: 'pin_to_top' }])
    expect(await subscriptionTo(carol, stream_id)).toMatchObject({ pin_to_top: true, is_muted: false })
  })

  it('requires a subscription, and does not reveal channels that the caller cannot see', async () => {
    const channels = await createChannels()
    const { bob, carol, dave, greta } = channels
    const refusals = async (person: Person) => {
      const answers = Object.entries(channels.ids).map(async ([name, stream_id]) => {
        const error = await change(person, { stream_id, property: 'is_muted', value: true }).catch(
          (error: ApiError) => error,
        )
        return [name, (error as ApiError).reason] as const
      })
      const reasons = await Promise.all(answers)
      const missing = reasons.filter(([, reason]) => reason !== 'channel-not-found')
      for (const [name, reason] of missing) expect(reason, name).toBe('subscription-missing')
      return missing.map(([name]) => name)
    }
    expect(await refusals(bob)).toEqual(['public', 'web-public'])
    expect(await refusals(carol)).toEqual(['public', 'web-public', 'addable', 'joinable'])
    expect(await refusals(greta)).toEqual(['web-public'])
    const muted = (stream_id: number) => change(dave, { stream_id, property: 'is_muted', value: true })
    expect(await allowed(channels, muted)).toEqual(everyKind)
  })

  it('works in archived channels', async () => {
    const world = await createWorld()
    const { carol } = world
    const stream_id = await idOf(carol, 'general')
    await archive(world, stream_id)
    const events = await expectEventsToReproduceState(carol, () =>
      change(carol, { stream_id, property: 'pin_to_top', value: true }),
    )
    expect(events).toHaveLength(1)
  })

  it('requires a current subscription, but values return with a new subscription', async () => {
    const { carol } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const mute = () => change(carol, { stream_id, property: 'is_muted', value: true })
    await mute()
    await carol.api.unsubscribe({ subscriptions: ['general'] })
    await expect(mute()).rejects.toMatchObject(withReason('subscription-missing'))
    await expectEventsToReproduceState(carol, () => carol.api.subscribe(named('general')))
    expect(await subscriptionTo(carol, stream_id)).toMatchObject({ is_muted: true, in_home_view: false })
  })

  it('does not conflict with subscribing and unsubscribing at the same time', async () => {
    const { alice, mona } = await createWorld()
    await alice.api.subscribe({ ...named('den'), can_subscribe_group: set(mona) })
    await mona.api.subscribe(named('den'))
    const stream_id = await idOf(mona, 'den')
    await expectEventsToReproduceState(mona, async () => {
      const changing = Array.from({ length: 20 }, (_, n) =>
        change(mona, { stream_id, property: 'is_muted', value: n % 2 === 0 }).catch((error) => {
          expect(error).toMatchObject(withReason('subscription-missing'))
        }),
      )
      const moving = Array.from({ length: 6 }, (_, n) =>
        n % 2 === 0 ? mona.api.unsubscribe({ subscriptions: ['den'] }) : mona.api.subscribe(named('den')),
      )
      await Promise.all([...changing, ...moving])
    })
  })
})

describe('PATCH /users/me/subscriptions/{stream_id}', () => {
  it('changes one property, like the bulk endpoint', async () => {
    const { carol, dave } = await createWorld()
    const stream_id = await idOf(carol, 'general')
    const received = await eventsPerUser({ carol, dave }, async () => {
      await carol.api.updateSubscriptionProperty({ stream_id, property: 'color', value: '#abc' })
      await carol.api.updateSubscriptionProperty({ stream_id, property: 'in_home_view', value: false })
    })
    expect(received.dave).toEqual([])
    expect(received.carol).toMatchObject([
      { property: 'color', value: '#abc' },
      { property: 'in_home_view', value: false },
      { property: 'is_muted', value: true },
    ])
    expect(await subscriptionTo(carol, stream_id)).toMatchObject({ color: '#abc', is_muted: true })
  })

  it('refuses invalid values, unknown properties and channels without a subscription', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await dave.api.subscribe(named('plums'))
    const general = await idOf(carol, 'general')
    const send = async (stream_id: number, property: string, value: string) => {
      const body = new URLSearchParams({ property, value })
      const path = `/api/v1/users/me/subscriptions/${stream_id}`
      const response = await world.raw(path, { method: 'PATCH', as: carol, body })
      const reply = (await response.json()) as { result: string; reason?: string }
      return reply.reason ?? reply.result
    }
    expect(await send(general, 'color', '#abcdef')).toBe('success')
    expect(await send(general, 'color', '"#abcdef"')).toBe('success')
    expect(await send(general, 'color', 'red')).toBe('subscription-property-invalid')
    expect(await send(general, 'is_muted', 'yes')).toBe('subscription-property-invalid')
    expect(await send(general, 'is_muted', 'null')).toBe('parameter-invalid')
    expect(await send(general, 'audience', 'true')).toBe('parameter-invalid')
    expect(await send(await idOf(dave, 'plums'), 'is_muted', 'true')).toBe('subscription-missing')
    expect(await send(404_404, 'is_muted', 'true')).toBe('channel-not-found')
  })
})
