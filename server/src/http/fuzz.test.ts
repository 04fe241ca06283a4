import { areas, type Endpoint } from '@loquat/contract'
import { cast, createWorld, type Person, type World } from '@loquat/devkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reactivateRealm } from '../features/administration/realm-lifecycle/deactivate.ts'
import { updateRealm } from '../features/administration/realm-settings/actions.ts'
import { hashOfKey } from '../platform/signer.ts'
import { type FuzzRequest, requestTo } from './testing/fuzz-requests.ts'

/** More runs find more; so many fit into a few seconds. */
const runsPerEndpoint = 8

function send(
  world: World,
  queueId: string,
  name: string,
  endpoint: Endpoint,
  request: FuzzRequest,
): Promise<Response> {
  const { needed, free, spoilt, extra } = request
  const sent = [...needed, ...free, ...(spoilt === null ? [] : [spoilt])]
  const fields: Record<string, string> = { ...extra, ...Object.fromEntries(sent) }
  // Ours, wherever there is one.
  if (fields.queue_id === 'MY-QUEUE') fields.queue_id = queueId
  if (fields.api_key === 'MY-KEY') fields.api_key = world[request.caller].apiKey
  // The one call that may wait must not, also when the rest is cut off.
  const first = name === 'getEvents' ? 'dont_block=true&' : ''
  if (name === 'getEvents') delete fields.dont_block
  const values = [...request.path]
  const path = endpoint.path.replace(/\{\w+\}/g, () => values.pop() ?? '1')
  const inQuery = endpoint.method === 'GET' || request.place === 'query'
  const query = first + new URLSearchParams(fields).toString().slice(0, 12_000)
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.append(field, value)
  if (endpoint.files !== undefined && request.file !== null)
    data.append('file', new Blob([request.file]), 'x.gif')
  return world.raw(`/api/v1${path}${inQuery ? `?${query}` : ''}`, {
    as: world[request.caller],
    method: endpoint.method,
    redirect: 'manual',
    headers: { 'user-agent': request.userAgent },
    ...(inQuery ? {} : { body: request.place === 'multipart' ? data : new URLSearchParams(fields) }),
  })
}

/** The remaining active users still receive new messages. */
async function expectAlive(world: World): Promise<void> {
  expect((await world.raw('/api/v1/server_settings')).status).toBe(200)
  const realm = await world.app.realms.byHost('')
  // One call deactivates the organization, whose data must stay consistent.
  if (realm?.directory.realm.deactivated) await reactivateRealm(realm)
  // Another turns off API keys, which the calls below use.
  const owner = [...(realm?.directory.activeUsers() ?? [])].find(({ role }) => role === 100)
  if (realm && owner) await updateRealm(world.app, realm, owner.id, { api_keys_enabled: true })
  const people = [...(realm?.directory.activeUsers() ?? [])].filter((user) => user.botType === null)
  // As they are now: their keys may be others.
  const [sender, receiver] = people.map((user) => world.person(user.id)) as [Person, Person]
  const { queue_id, last_event_id } = await receiver.api.register({ event_types: ['message'] })
  await sender.api.sendMessage({ type: 'direct', to: [receiver.id], content: 'still there?' })
  const { events } = await receiver.api.getEvents({
    queue_id: queue_id ?? '',
    last_event_id: last_event_id ?? -1,
  })
  expect(events.map((event) => event.type)).toContain('message')
}

/** A world with things in it that calls may name by ID. */
async function furnishedWorld(): Promise<{ world: World; queueId: string }> {
  const world = await createWorld()
  const { queue_id } = await world.alice.api.register({ event_types: [] })
  const general = { type: 'channel', to: 'general', topic: 'a topic' } as const
  for (const content of ['/poll Which?\nplums', 'hi']) {
    await world.alice.api.sendMessage({ ...general, content })
  }
  // The groups by role are 9 to 16.
  await world.alice.api.createUserGroup({ name: 'pickers', description: '', members: [6] })
  return { world, queueId: queue_id ?? '' }
}

/** Whether the world is used up: callers have other keys or roles, or messages are deleted. */
async function isWorn(world: World): Promise<boolean> {
  const realm = await world.app.realms.byHost('')
  const users = realm?.directory.users
  const callers = (['alice', 'carol', 'greta'] as const).map((name) => {
    const user = users?.get(world[name].id)
    return (
      user?.isActive && user.apiKeyHash === hashOfKey(world[name].apiKey) && user.role === cast[name].role
    )
  })
  const found = [1, 2].map((id) => world.raw(`/api/v1/messages/${id}`, { as: world.alice }))
  const readable = (await Promise.all(found)).map(({ status }) => status === 200)
  return [...callers, ...readable].includes(false) || realm?.directory.realm.deactivated !== false
}

describe('Arbitrary input', () => {
  for (const [area, inArea] of Object.entries(areas) as [string, Record<string, Endpoint>][]) {
    it(`to ${area} never causes a server error`, async () => {
      // The same for all endpoints: with the seed of a failure everything happens again as it did.
      const seed = Math.floor(Math.random() * 2 ** 31)
      let place = await furnishedWorld()
      for (const [name, endpoint] of Object.entries(inArea)) {
        if (await isWorn(place.world)) place = await furnishedWorld()
        const { world, queueId } = place
        await fc.assert(
          fc.asyncProperty(requestTo(endpoint), async (request) => {
            const response = await send(world, queueId, name, endpoint, request)
            const body = (await response.json()) as { result: string; code?: string; msg: string }
            expect(response.status, `${endpoint.method} ${endpoint.path}: ${body.msg}`).toBeLessThan(500)
            expect(body.result).toBe(response.status < 400 ? 'success' : 'error')
            if (body.result === 'error') expect(body.code).toMatch(/^[A-Z_]+$/)
          }),
          { numRuns: runsPerEndpoint, seed },
        )
        await expectAlive(world)
      }
    })
  }
})
