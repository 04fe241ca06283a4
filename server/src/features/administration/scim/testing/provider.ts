import type { World } from '@loquat/devkit'

/** For tests only: an identity provider with the token of the world's organization. */

interface ScimAnswer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: responses of many shapes
  body: any
}

export interface Provider {
  token: string
  send(call: string, body?: unknown, headers?: Record<string, string>): Promise<ScimAnswer>
}

export const userSchemas = ['urn:ietf:params:scim:schemas:core:2.0:User']
export const groupSchemas = ['urn:ietf:params:scim:schemas:core:2.0:Group']
const patchSchemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp']

export const patch = (...Operations: object[]) => ({ schemas: patchSchemas, Operations })

/** Sends a request such as `GET /Users/7`. */
export async function sendScim(
  { url }: Pick<World, 'url'>,
  token: string | undefined,
  call: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ScimAnswer> {
  const [method = 'GET', path = ''] = call.split(/ (.*)/s)
  const response = await fetch(`${url}/scim/v2${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  }
}

export async function createProvider(world: World): Promise<Provider> {
  const { scim_token: token } = await world.alice.api.createScimToken({})
  return { token, send: (call, body, headers) => sendScim(world, token, call, body, headers) }
}

/** Creates a user as Okta does. */
export const oktaUser = (userName: string, more: object = {}) => ({
  schemas: userSchemas,
  userName,
  name: { givenName: 'Nell', familyName: 'Quince' },
  emails: [{ primary: true, value: userName, type: 'work' }],
  displayName: 'Nell Quince',
  locale: 'en-US',
  externalId: '00ujl29u0le5T6Aj10h7',
  groups: [],
  password: '1mz050nq',
  active: true,
  ...more,
})
