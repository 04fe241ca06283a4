/**
 * Fills a new server with a little of everything, for the data sets of released versions beside this file. Runs on any
 * version, so it uses plain requests. See docs/recipes/release-a-version.md.
 *
 *     node server/src/backup/testing/releases/fill.ts http://localhost:9991 > VERSION.json
 */
const [, , url = ''] = process.argv
const email = 'owner@example.com'
const password = 'the password of the owner'

type Params = Record<string, unknown>

const encoded = (params: Params) =>
  new URLSearchParams(
    Object.entries(params).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  )

async function call(key: string, method: string, path: string, params: Params = {}): Promise<Params> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: basic(key) },
    ...(method === 'GET' ? {} : { body: encoded(params) }),
  })
  const body = (await response.json()) as Params
  if (body.result !== 'success') throw new Error(`${method} ${path}: ${JSON.stringify(body)}`)
  return body
}

const basic = (key: string) => `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`

const { api_key } = await call('', 'POST', '/fetch_api_key', { username: email, password })
const key = String(api_key)
const { user_id: owner } = await call(key, 'GET', '/users/me')
const { user_id: bob } = await call(key, 'POST', '/users', {
  email: 'bob@example.com',
  password: 'the password of bob',
  full_name: 'Bob',
})
await call(key, 'POST', '/users/me/subscriptions', {
  subscriptions: [{ name: 'orchard', description: 'Fruit' }],
  principals: [owner, bob],
})
await call(key, 'POST', '/users/me/subscriptions', { subscriptions: [{ name: 'cellar' }], invite_only: true })

const messages: unknown[] = []
for (let n = 1; n <= 20; n++) {
  const { id } = await call(key, 'POST', '/messages', {
    type: 'channel',
    to: n % 3 === 0 ? 'cellar' : 'orchard',
    topic: `topic ${n % 4}`,
    content: `Message **${n}** :plum: @**Owner**`,
  })
  messages.push(id)
}
const [first, second] = messages
for (let n = 1; n <= 3; n++)
  await call(key, 'POST', '/messages', { type: 'direct', to: [bob], content: `Direct ${n}` })
await call(key, 'POST', `/messages/${first}/reactions`, { emoji_name: 'tada' })
await call(key, 'PATCH', `/messages/${second}`, { content: 'Edited' })
await call(key, 'POST', '/messages/flags', { messages: messages.slice(0, 5), op: 'add', flag: 'starred' })
await call(key, 'POST', '/drafts', {
  drafts: [{ type: 'private', to: [bob], topic: '', content: 'later', timestamp: 1_763_200_000 }],
})
await call(key, 'POST', '/scheduled_messages', {
  type: 'direct',
  to: [owner],
  content: 'scheduled',
  scheduled_delivery_timestamp: 4_000_000_000,
})
await call(key, 'PATCH', '/settings', { twenty_four_hour_time: true })
await call(key, 'POST', '/bots', {
  full_name: 'Plum bot',
  short_name: 'plum',
  bot_type: 3,
  payload_url: '"https://example.com/hook"',
})
await call(key, 'POST', '/user_groups/create', {
  name: 'pickers',
  description: 'They pick',
  members: [owner],
})
await call(key, 'POST', '/realm/filters', {
  pattern: '#(?P<id>[0-9]+)',
  url_template: 'https://example.com/{id}',
})
await call(key, 'POST', '/realm/playgrounds', {
  name: 'Playground',
  pygments_language: 'Python',
  url_template: 'https://example.com/{code}',
})
await call(key, 'POST', '/invites/multiuse', { invite_expires_in_minutes: null })

const form = new FormData()
form.append('file', new Blob(['figs and plums']), 'figs.txt')
const response = await fetch(`${url}/api/v1/user_uploads`, {
  method: 'POST',
  headers: { authorization: basic(key) },
  body: form,
})
const { url: upload } = (await response.json()) as { url: string }
await call(key, 'POST', '/messages', {
  type: 'channel',
  to: 'orchard',
  topic: 'files',
  content: `[figs](${upload})`,
})
await call(key, 'POST', '/mark_all_as_read')
console.log(JSON.stringify({ email, api_key, password, user_id: owner, messages, upload }, null, 2))
