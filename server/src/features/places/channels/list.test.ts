import { addBot, createWorld, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import {
  allowed,
  archive,
  createChannels,
  deactivate,
  everyKind,
  idOf,
  ids,
  named,
} from './testing/fixtures.ts'

type Filter = Parameters<Person['api']['getChannels']>[0]

const none = { include_public: false, include_subscribed: false }

async function listed(person: Person, filter: Filter = {}): Promise<string[]> {
  const { streams } = await person.api.getChannels(filter)
  return streams.map((one) => one.name)
}

const sorted = (...names: string[]) => names.toSorted()

describe('GET /streams', () => {
  it('lists public and subscribed channels by name, in code-point order', async () => {
    const { bob, carol, dave, greta, ...channels } = await createChannels()
    await carol.api.subscribe(named('Zebra', 'ant'))
    const open = ['Zebra', 'ant', 'general', 'public', 'web-public']
    expect(await listed(carol)).toEqual(open)
    expect(await listed(bob)).toEqual(open)
    expect(await listed(dave)).toEqual(sorted('Zebra', 'ant', 'general', ...everyKind))
    expect(await listed(greta)).toEqual(['general'])
    const { streams } = await carol.api.getChannels()
    const { stream } = await carol.api.getChannel({ stream_id: channels.ids.public ?? 0 })
    expect(streams.find((one) => one.name === 'public')).toEqual(stream)
  })

  it('lists the union of the filters, and nothing if all are off', async () => {
    const { carol, dave, greta } = await createChannels()
    expect(await listed(dave, none)).toEqual([])
    expect(await listed(dave, { ...none, include_subscribed: true })).toEqual(sorted('general', ...everyKind))
    expect(await listed(dave, { ...none, include_web_public: true })).toEqual(['web-public'])
    expect(await listed(carol, { include_public: false })).toEqual(['general'])
    expect(await listed(carol, { include_public: false, include_web_public: true })).toEqual([
      'general',
      'web-public',
    ])
    expect(await listed(carol, { include_subscribed: false })).toEqual(['general', 'public', 'web-public'])
    expect(await listed(greta, { include_subscribed: false })).toEqual([])
    expect(await listed(greta, { include_web_public: true })).toEqual(['general', 'web-public'])
  })

  it('lists readable channels instead of public and subscribed ones', async () => {
    const { bob, carol, dave, greta } = await createChannels()
    const filter = { ...none, include_can_access_content: true }
    expect(await listed(bob, filter)).toEqual(['general', 'public', 'web-public'])
    expect(await listed(carol, filter)).toEqual(['addable', 'general', 'joinable', 'public', 'web-public'])
    expect(await listed(dave, filter)).toEqual(sorted('general', ...everyKind))
    expect(await listed(greta, filter)).toEqual(['general', 'web-public'])
  })

  it('lists all visible channels on request, by either parameter', async () => {
    const { alice, mona, carol, dave, greta } = await createChannels()
    const everything = sorted('general', ...everyKind)
    for (const filter of [{ include_all: true }, { include_all_active: true }]) {
      expect(await listed(alice, { ...none, ...filter })).toEqual(everything)
      expect(await listed(mona, filter)).toEqual(['general', 'public', 'web-public'])
      expect(await listed(carol, filter)).toEqual(
        sorted('administered', 'addable', 'general', 'joinable', 'public', 'web-public'),
      )
      expect(await listed(dave, filter)).toEqual(everything)
      expect(await listed(greta, filter)).toEqual(['general', 'web-public'])
    }
    expect(await listed(alice, { include_all: false, include_all_active: true })).toEqual(everything)
  })

  it("lists the channels of a bot's owner, including private ones, and ignores that parameter for users", async () => {
    const channels = await createChannels()
    const { dave } = channels
    const bot = await addBot(channels, dave)
    const filter = { ...none, include_owner_subscribed: true }
    expect(await listed(bot, filter)).toEqual(sorted('general', ...everyKind))
    expect(await listed(dave, filter)).toEqual([])
    await dave.api.unsubscribe({ subscriptions: ['public', 'web-public', 'private'] })
    expect(await listed(bot, filter)).toEqual(['addable', 'administered', 'general', 'joinable', 'removable'])
    expect(await listed(bot, { ...filter, include_can_access_content: true })).toEqual([
      'addable',
      'administered',
      'general',
      'joinable',
      'public',
      'removable',
      'web-public',
    ])
    expect(await listed(bot, { ...filter, include_all: true })).toEqual(['general', 'public', 'web-public'])
  })

  it('omits archived channels unless requested, but includes web-public ones by their filter', async () => {
    const channels = await createChannels()
    const { dave, mona, greta } = channels
    await archive(channels, ...Object.values(channels.ids))
    const too = { exclude_archived: false }
    expect(await listed(dave)).toEqual(['general'])
    expect(await listed(dave, { include_all: true })).toEqual(['general'])
    expect(await listed(dave, too)).toEqual(sorted('general', ...everyKind))
    expect(await listed(mona, too)).toEqual(['general', 'public', 'web-public'])
    expect(await listed(mona, { ...none, ...too, include_web_public: true })).toEqual([])
    expect(await listed(greta, { ...too, include_web_public: true })).toEqual(['general'])
    expect(await listed(greta, { ...too, include_all: true })).toEqual(['general', 'web-public'])
    const { streams } = await dave.api.getChannels(too)
    expect(streams.filter((one) => one.is_archived).map((one) => one.name)).toEqual(sorted(...everyKind))
  })
})

describe('GET /streams/{stream_id}/members', () => {
  it('returns the subscribers to users who can see the channel', async () => {
    const channels = await createChannels()
    const { bob, mona, carol, dave, greta } = channels
    const seen = (person: Person) =>
      allowed(channels, async (stream_id) => {
        const { subscribers } = await person.api.getSubscribers({ stream_id })
        expect(subscribers).toEqual([dave.id])
      })
    expect(await seen(bob)).toEqual(everyKind)
    expect(await seen(mona)).toEqual(['public', 'web-public'])
    expect(await seen(carol)).toEqual(['public', 'web-public', 'administered', 'addable', 'joinable'])
    expect(await seen(dave)).toEqual(everyKind)
    expect(await seen(greta)).toEqual(['web-public'])
  })

  it('returns active users in ascending order', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    await deactivate(world, mona)
    await bob.api.unsubscribe({ subscriptions: ['general'] })
    const { subscribers } = await greta.api.getSubscribers({ stream_id: await idOf(carol, 'general') })
    expect(subscribers).toEqual(ids(alice, carol, dave, greta))
  })

  it('does not find archived channels', async () => {
    const channels = await createChannels()
    await archive(channels, ...Object.values(channels.ids))
    const { dave } = channels
    expect(await allowed(channels, (stream_id) => dave.api.getSubscribers({ stream_id }))).toEqual([])
  })
})

describe('GET /users/{user_id}/subscriptions/{stream_id}', () => {
  it('returns the subscription status to users who can see the channel', async () => {
    const channels = await createChannels()
    const { bob, mona, carol, dave, greta } = channels
    const seen = (person: Person) =>
      allowed(channels, async (stream_id) => {
        const status = (user: Person) => person.api.getSubscriptionStatus({ user_id: user.id, stream_id })
        expect(await status(dave)).toEqual({ is_subscribed: true })
        expect(await status(greta)).toEqual({ is_subscribed: false })
      })
    expect(await seen(bob)).toEqual(everyKind)
    expect(await seen(mona)).toEqual(['public', 'web-public'])
    expect(await seen(carol)).toEqual(['public', 'web-public', 'administered', 'addable', 'joinable'])
    expect(await seen(dave)).toEqual(everyKind)
    expect(await seen(greta)).toEqual(['web-public'])
  })

  it('follows subscribing and unsubscribing, also in archived channels', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const stream_id = await idOf(carol, 'general')
    const status = () => carol.api.getSubscriptionStatus({ user_id: dave.id, stream_id })
    expect(await status()).toEqual({ is_subscribed: true })
    await dave.api.unsubscribe({ subscriptions: ['general'] })
    expect(await status()).toEqual({ is_subscribed: false })
    await dave.api.subscribe(named('general'))
    await archive(world, stream_id)
    expect(await status()).toEqual({ is_subscribed: true })
  })

  it('gives the same error for unknown users, deactivated users and bots', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const bot = await addBot(world, carol)
    const [systemBot] = [...(await world.app.realms.byHost(''))!.directory.systemBots()]
    await deactivate(world, dave)
    const stream_id = await idOf(carol, 'general')
    const answers = [404_404, dave.id, bot.id, systemBot?.id ?? 0].map((user_id) =>
      carol.api.getSubscriptionStatus({ user_id, stream_id }).catch(({ body }) => JSON.stringify(body)),
    )
    const texts = new Set(await Promise.all(answers))
    expect(texts.size).toBe(1)
    expect([...texts][0]).toContain('"reason":"user-not-found"')
  })
})
