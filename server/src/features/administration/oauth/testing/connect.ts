import { createHash, randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { type Api, createApi } from '@loquat/client'
import { Browser, type BrowserAnswer, type Person, type World } from '@loquat/devkit'

export interface TestApp {
  id: number
  clientId: string
  secret: string | null
}

export const callback = 'https://app.example/callback'

type AppOptions = Partial<Parameters<Api['registerApp']>[0]>

export async function addApp(world: World, options: AppOptions = {}): Promise<TestApp> {
  const registered = await world.alice.api.registerApp({
    name: 'Calendar',
    redirect_uris: [callback],
    scopes: ['messages:write', 'channels:read', 'users:read', 'events:read'],
    ...options,
  })
  return { id: registered.app_id, clientId: registered.client_id, secret: registered.client_secret }
}

export interface Pkce {
  verifier: string
  challenge: string
}

export function newPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

/** The query of an authorization request. `null` leaves a parameter out. */
export function authorizeQuery(
  app: Pick<TestApp, 'clientId'>,
  pkce: Pkce,
  changes: Record<string, string | null> = {},
): string {
  const all = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: callback,
    scope: 'messages:read users:read',
    state: 'a b&c',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...changes,
  }
  const given = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== null)
  return new URLSearchParams(given).toString()
}

/** The parameters of the address that an answer redirects to. */
export function redirectOf({ headers }: BrowserAnswer): { to: string; params: Record<string, string> } {
  const url = new URL(headers.get('location') ?? 'about:blank')
  const params = Object.fromEntries(url.searchParams)
  url.search = ''
  return { to: url.href, params }
}

/** Submits the consent page. */
export async function decide(
  browser: Browser,
  query: string,
  fields: Record<string, string> = { decision: 'allow' },
): Promise<BrowserAnswer> {
  const page = await browser.send(`GET /oauth/authorize?${query}`)
  const proof = /name="proof" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
  return await browser.send(`POST /oauth/authorize?${query}`, { proof, ...fields })
}

export async function loggedIn(world: World, person: Person): Promise<Browser> {
  const browser = new Browser(world)
  await browser.logIn(person)
  return browser
}

/** A code that a person has allowed. */
export async function codeFor(
  world: World,
  person: Person,
  app: TestApp,
  changes: Record<string, string | null> = {},
  fields: Record<string, string> = { decision: 'allow' },
): Promise<{ code: string; verifier: string }> {
  const pkce = newPkce()
  const answer = await decide(await loggedIn(world, person), authorizeQuery(app, pkce, changes), fields)
  const { code } = redirectOf(answer).params
  if (code === undefined) throw new Error(`No code: ${answer.status} ${answer.text}`)
  return { code, verifier: pkce.verifier }
}

export interface OAuthAnswer {
  status: number
  headers: Headers
  body: Record<string, unknown>
}

/** A request of an app to `/oauth/…`. */
export async function post(
  world: Pick<World, 'url'>,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<OAuthAnswer> {
  const response = await fetch(`${world.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

/** The app's credentials as `client_secret_post`, or `none`. */
export const credentialsOf = ({ clientId, secret }: TestApp): Record<string, string> => ({
  client_id: clientId,
  ...(secret === null ? {} : { client_secret: secret }),
})

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

export const exchange = async (
  world: Pick<World, 'url'>,
  app: TestApp,
  { code, verifier }: { code: string; verifier: string },
  changes: Record<string, string> = {},
) =>
  await post(world, '/oauth/token', {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: callback,
    ...credentialsOf(app),
    ...changes,
  })

export const refresh = async (
  world: Pick<World, 'url'>,
  app: TestApp,
  token: string,
  more: Record<string, string> = {},
) =>
  await post(world, '/oauth/token', {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...credentialsOf(app),
    ...more,
  })

/** Tokens of a connected app, and an API client with the access token. */
export async function connect(
  world: World,
  person: Person,
  app: TestApp,
  changes: Record<string, string | null> = {},
  fields?: Record<string, string>,
): Promise<Tokens & { api: Api }> {
  const { body } = await exchange(world, app, await codeFor(world, person, app, changes, fields))
  const tokens = body as unknown as Tokens
  return { ...tokens, api: apiWith(world, tokens.access_token) }
}

export const apiWith = ({ url }: Pick<World, 'url'>, token: string): Api =>
  createApi({ url, credentials: { token } })

/** A request of an app under the host name of another organization, which fetch does not let one choose. */
export function postAt(
  world: World,
  host: string,
  path: string,
  fields: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', host }
    const sent = request(`${world.url}${path}`, { method: 'POST', headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
    })
    sent.on('error', reject)
    sent.end(new URLSearchParams(fields).toString())
  })
}
