import { request } from 'node:http'
import { basicAuth, bodyWithReason, castPassword, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../../features/administration/realm-lifecycle/create.ts'
import { apiKeyOf } from '../../features/identity/users/api-key.ts'

interface Options {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A call under another host name, which fetch does not let one choose. */
function callAt(world: World, host: string, path: string, options: Options = {}) {
  const { method = 'GET', headers = {}, body = '' } = options
  return new Promise<{ status: number; body: Record<string, unknown> }>((resolve, reject) => {
    const form = body === '' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = request(
      `${world.url}/api/v1${path}`,
      { method, headers: { ...form, ...headers, host } },
      async (response) => {
        const text = Buffer.concat(await response.toArray()).toString()
        resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

async function createTwo() {
  const world = await createWorld()
  const email = 'olga@example.com'
  const realm = await createOrganization(world.app, {
    subdomain: 'other',
    name: 'Other',
    owner: { email, fullName: 'Olga', password: 'plums ripen in autumn' },
  })
  const apiKey = apiKeyOf(world.app.sealer, realm!.directory.userByEmail(email)!)
  return { world, olga: { email, apiKey, authorization: basicAuth(email, apiKey) } }
}

describe('The host name', () => {
  it('determines the organization', async () => {
    const { world } = await createTwo()
    const nameAt = async (host: string) => (await callAt(world, host, '/server_settings')).body.realm_name
    for (const host of ['other.localhost', 'other.localhost:9991', 'OTHER.localhost']) {
      expect(await nameAt(host), host).toBe('Other')
    }
    for (const host of ['localhost', '127.0.0.1:1', 'tunnel.example.net', '[::1]:80', 'a b', 'other']) {
      expect(await nameAt(host), host).toBe('Orchard')
    }
  })

  it('of no organization gets 404 NONEXISTENT_SUBDOMAIN without a login, otherwise 401', async () => {
    const { world, olga } = await createTwo()
    const missing = {
      status: 404,
      body: bodyWithReason('organization-not-found'),
    }
    const host = 'nowhere.localhost'
    expect(await callAt(world, host, '/server_settings')).toEqual(missing)
    const body = `username=alice@example.com&password=${castPassword}`
    expect(await callAt(world, host, '/fetch_api_key', { method: 'POST', body })).toEqual(missing)
    const headers = { authorization: olga.authorization }
    expect(await callAt(world, host, '/users/me', { headers })).toMatchObject({
      status: 401,
      body: bodyWithReason('credentials-invalid'),
    })
    expect(await callAt(world, host, '/fetch_api_key', { method: 'POST', body: '' })).toMatchObject({
      body: bodyWithReason('parameter-missing', { parameter: 'username' }),
    })
    expect((await callAt(world, host, '/nowhere')).body).toMatchObject(bodyWithReason('path-not-found'))
  })

  it('never leads to the organization of the server itself', async () => {
    const { world } = await createTwo()
    const { body } = await callAt(world, 'loquat-system.localhost', '/server_settings')
    expect(body).toMatchObject(bodyWithReason('organization-not-found'))
  })
})

describe('An account of another organization', () => {
  it('is unknown here, even with the right key', async () => {
    const { world, olga } = await createTwo()
    const headers = { authorization: olga.authorization }
    expect((await callAt(world, 'other.localhost', '/users/me', { headers })).status).toBe(200)
    const unknown = { status: 401, body: bodyWithReason('credentials-invalid') }
    expect(await callAt(world, 'localhost', '/users/me', { headers })).toMatchObject(unknown)
    const { email, apiKey } = world.alice
    const alice = { headers: { authorization: basicAuth(email, apiKey) } }
    expect(await callAt(world, 'other.localhost', '/users/me', alice)).toMatchObject(unknown)
  })

  it('cannot log in here, with the same error as for a wrong password', async () => {
    const { world, olga } = await createTwo()
    const logIn = (host: string, username: string, password: string) =>
      callAt(world, host, '/fetch_api_key', {
        method: 'POST',
        body: new URLSearchParams({ username, password }).toString(),
      })
    const right = await logIn('other.localhost', olga.email, 'plums ripen in autumn')
    expect(right.body.api_key).toBe(olga.apiKey)
    const elsewhere = await logIn('localhost', olga.email, 'plums ripen in autumn')
    const wrong = await logIn('localhost', 'alice@example.com', 'wrong')
    expect(elsewhere).toMatchObject({ status: 401, body: bodyWithReason('login-failed') })
    expect(elsewhere).toEqual(wrong)
  })

  it('is not visible here', async () => {
    const { world } = await createTwo()
    const { members } = await world.alice.api.getUsers()
    expect(members.map((member) => member.full_name)).not.toContain('Olga')
  })
})
