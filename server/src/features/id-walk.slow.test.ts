import { request } from 'node:http'
import { createApi } from '@loquat/client'
import { areas, type Endpoint, type EndpointName } from '@loquat/contract'
import { addBot, basicAuth, createWorld, type Person, type World } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createOrganization } from './administration/realm-lifecycle/create.ts'
import { apiKeyOf } from './identity/users/api-key.ts'
import { allowWebPublic } from './places/channels/testing/fixtures.ts'
import { exceptions } from './testing/id-walk/exceptions.ts'
import { exampleWith, type Reference, references, unknownFields } from './testing/id-walk/references.ts'
import {
  addPersonalThings,
  addThings,
  missingThings,
  secretWord,
  type Things,
} from './testing/id-walk/things.ts'

interface Caller {
  name: string
  headers: Record<string, string>
}

const callersOf = (people: Record<string, Person | undefined>): Caller[] =>
  Object.entries(people).map(
    ([name, person]): Caller => ({
      name,
      headers: person === undefined ? {} : { authorization: basicAuth(person.email, person.apiKey) },
    }),
  )

/** The function `fetch` with another host name, which it does not let callers set. */
const fetchAt =
  (host: string): typeof fetch =>
  async (url, init) => {
    const sent = new Request(url, init)
    const body = Buffer.from(await sent.arrayBuffer())
    const headers = { ...Object.fromEntries(sent.headers), host, 'content-length': String(body.length) }
    return await new Promise((resolve, reject) => {
      const call = request(sent.url, { method: sent.method, headers }, async (answer) => {
        resolve(new Response(Buffer.concat(await answer.toArray()), { status: answer.statusCode ?? 0 }))
      })
      call.on('error', reject).end(body)
    })
  }

/** Two organizations with one object of every kind, and objects of Dave that the other members cannot see. */
async function createOrganizations() {
  const world = await createWorld({ config: { checkReplies: false, importsAllowed: 'all' } })
  const { app, alice, bob, mona, carol, dave, greta } = world
  await allowWebPublic(world)
  await alice.api.subscribe({ subscriptions: [{ name: 'orchard' }], is_web_public: true })
  const visible = await addThings(world, alice.api, 'plum')

  const email = 'olga@example.com'
  const realm = await createOrganization(app, {
    subdomain: 'other',
    name: secretWord,
    owner: { email, fullName: 'Olga', password: 'loquats ripen in spring' },
  })
  const apiKey = apiKeyOf(app.sealer, realm!.directory.userByEmail(email)!)
  const olga = createApi({
    url: world.url,
    credentials: { email, apiKey },
    fetch: fetchAt('other.localhost'),
  })
  const foreign = await addThings(world, olga, secretWord)

  const name = `${secretWord} of Dave`
  const { user_id } = await alice.api.createUser({
    email: 'former@example.com',
    full_name: 'Former Member',
    password: 'loquats ripen in spring',
  })
  const former = world.person(user_id)
  await alice.api.deactivateUser({ user_id })
  await dave.api.subscribe({ subscriptions: [{ name }], invite_only: true })
  const { stream_id } = await dave.api.getChannelId({ stream: name })
  const content = secretWord
  const inChannel = await dave.api.sendMessage({ type: 'channel', to: stream_id, topic: content, content })
  const toSelf = await dave.api.sendMessage({ type: 'direct', to: [dave.id], content })
  // Guests see only users in their own channels. Of others they get IDs without names.
  await alice.api.unsubscribe({ subscriptions: ['general'], principals: [Number(visible.user)] })
  const { user_groups } = await alice.api.getUserGroups()
  const members = user_groups.find((one) => one.name === 'role:members')!.id
  await alice.api.updateRealm({ can_access_all_users_group: { new: members } })
  const publicName = `${secretWord} for members`
  await alice.api.subscribe({ subscriptions: [{ name: publicName }] })
  const publicId = (await alice.api.getChannelId({ stream: publicName })).stream_id
  const inPublic = await alice.api.sendMessage({ type: 'channel', to: publicId, topic: content, content })
  const hiddenFromGuests: Partial<Things> = {
    message: inPublic.id,
    channel: publicId,
    'channel name': publicName,
    'email address': visible['email address'],
  }
  const hidden = {
    ...(await addPersonalThings(world, dave.api, secretWord)),
    message: toSelf.id,
    channel: stream_id,
    'channel name': name,
    'message in a channel': inChannel.id,
  }
  const callers = callersOf({
    owner: alice,
    administrator: bob,
    moderator: mona,
    member: carol,
    guest: greta,
    bot: await addBot(world, carol),
    spectator: undefined,
    'user of another organization': { ...alice, email, apiKey },
    'deactivated user': former,
  })
  return { world, realmId: realm!.id, visible, foreign, hidden, hiddenFromGuests, callers }
}

type Organizations = Awaited<ReturnType<typeof createOrganizations>>

/** The objects that a caller must not see, of the kind of a reference. */
function forbiddenFor(
  { foreign, hidden, hiddenFromGuests }: Organizations,
  { kind }: Reference,
  caller: Caller,
): Record<string, number | string> {
  const found: Record<string, number | string> = { 'in another organization': foreign[kind] }
  // Administrators see that private channels exist.
  const seesChannels = caller.name === 'owner' || caller.name === 'administrator'
  if (kind === 'message') found['in a private channel'] = hidden['message in a channel']
  if (kind in hidden && !((kind === 'channel' || kind === 'channel name') && seesChannels)) {
    found['of another user'] = hidden[kind as keyof typeof hidden]
  }
  const fromGuests = hiddenFromGuests[kind]
  if (caller.name === 'guest' && fromGuests !== undefined) found['that only members see'] = fromGuests
  return found
}

async function answerTo(
  { world, visible }: Organizations,
  { endpoint, fields }: Reference,
  caller: Caller,
  value: number | string,
): Promise<{ status: number; text: string }> {
  const declared = endpoints.get(endpoint)!
  const input = { ...exampleWith(endpoint, declared, visible), ...fields(value) } as Record<string, unknown>
  if ('realm_id_str' in declared.pathParams) input.realm_id_str = 2
  if (endpoint === 'getEvents') Object.assign(input, { last_event_id: -1, dont_block: true })
  const path = declared.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(input[name]).split('/').map(encodeURIComponent).join('/'),
  )
  const form = new URLSearchParams()
  for (const [name, sent] of Object.entries(input)) {
    if (name in declared.pathParams || sent === undefined) continue
    form.set(name, typeof sent === 'string' ? sent : JSON.stringify(sent))
  }
  const { method } = declared
  const response = await world.raw(`/api/v1${path}${method === 'GET' ? `?${form}` : ''}`, {
    method,
    headers: caller.headers,
    redirect: 'manual',
    ...(method === 'GET' ? {} : { body: form }),
  })
  return { status: response.status, text: await response.text() }
}

/** An answer without the ID or name that the caller sent, and without what differs from call to call. */
const withoutValue = ({ status, text }: { status: number; text: string }, value: number | string) =>
  `${status} ${text.replaceAll(typeof value === 'number' ? new RegExp(`\\b${value}\\b`, 'g') : value, '…')}`

const endpoints = new Map<EndpointName, Endpoint>(
  Object.values(areas).flatMap((area) => Object.entries(area)) as [EndpointName, Endpoint][],
)

/** The rows of an organization, by table; without queues, whose last activity is stored a moment later. */
async function rowsOf({ app: { database } }: World, realmId: number): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'realm_id' and table_name <> 'event_queue'
    order by 1`.execute(database.db)
  const texts: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select coalesce(string_agg(t::text, ',' order by t::text), '') as text
      from ${sql.table(name)} t where realm_id = ${realmId}`.execute(database.db)
    texts[name] = rows[0]?.text ?? ''
  }
  return texts
}

const whereOf = ({ endpoint, label }: Reference) => `${endpoint} (${label})`

/** Position in the control: what removes an object comes after everything that needs it. */
function controlOrder({ endpoint, kind }: Reference): number {
  if (/^(unsubscribe|changeSubscriptions)$/.test(endpoint) && kind === 'channel name') return 4
  if (/^(deactivate|archive|delete|remove(Feed|Domain|CustomEmoji|Linkifier|Playground))/.test(endpoint)) {
    return /^deactivate(Bot|User)$|^archive/.test(endpoint) ? 3 : 2
  }
  return endpoints.get(endpoint)!.method === 'DELETE' ? 1 : 0
}

/**
 * References for which an object that the owner can see makes a difference. Without this control, calls that
 * fail before they look anything up would pass as well.
 */
async function reachedReferences(organizations: Organizations): Promise<Set<string>> {
  const { visible, callers } = organizations
  const owner = callers[0]!
  const reached = new Set<string>()
  for (const reference of references.toSorted((a, b) => controlOrder(a) - controlOrder(b))) {
    const missing = missingThings[reference.kind]
    const expected = await answerTo(organizations, reference, owner, missing)
    const value = visible[reference.kind]
    const answer = await answerTo(organizations, reference, owner, value)
    if (withoutValue(answer, value) !== withoutValue(expected, missing)) reached.add(whereOf(reference))
  }
  return reached
}

describe('IDs of objects that the caller must not see', () => {
  it('are known to this test in every endpoint of the contract', () => {
    expect(unknownFields.filter((name) => !(name in exceptions.fields))).toEqual([])
  })

  it('are answered like IDs that do not exist, in every endpoint and to every role', {
    timeout: 600_000,
  }, async () => {
    const organizations = await createOrganizations()
    const { world, realmId, callers } = organizations
    const before = await rowsOf(world, realmId)
    const problems: string[] = []
    const used = new Set<string>()
    let calls = 0
    for (const reference of references) {
      const where = whereOf(reference)
      const missing = missingThings[reference.kind]
      await Promise.all(
        callers.map(async (caller) => {
          const expected = await answerTo(organizations, reference, caller, missing)
          for (const [which, value] of Object.entries(forbiddenFor(organizations, reference, caller))) {
            const answer = await answerTo(organizations, reference, caller, value)
            calls++
            const what = `${caller.name}: ${where} with a ${reference.kind} ${which}`
            if (answer.status >= 500) problems.push(`${what}: ${answer.status}`)
            const shown = withoutValue(answer, value)
            if (shown.includes(secretWord)) problems.push(`${what}: contains data: ${shown.slice(0, 200)}`)
            if (shown === withoutValue(expected, missing)) continue
            if (where in exceptions.differences) used.add(where)
            else
              problems.push(
                `${what}: ${shown.slice(0, 160)}, but missing: ${withoutValue(expected, missing).slice(0, 160)}`,
              )
          }
        }),
      )
    }
    const reached = await reachedReferences(organizations)
    console.info(`${calls} forbidden IDs in ${references.length} parameters.`)
    expect(problems).toEqual([])
    expect(await rowsOf(world, realmId)).toEqual(before)
    const unreached = references.map(whereOf).filter((where) => !reached.has(where))
    expect(unreached.sort()).toEqual(Object.keys(exceptions.unreached).sort())
    expect(Object.keys(exceptions.differences).filter((where) => !used.has(where))).toEqual([])
  })
})
