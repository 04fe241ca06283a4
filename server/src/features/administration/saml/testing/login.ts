import { request as send } from 'node:http'
import { inflateRawSync } from 'node:zlib'
import { Browser, type World } from '@loquat/devkit'
import type { SamlForm, TestIdentityProvider } from './identity-provider.ts'
import type { ResponseValues } from './messages.ts'

export const url = 'https://chat.orchard.example'
export const path = '/accounts/login/saml/acme'

/** A login that has reached the provider. */
export async function startSamlLogin(world: Pick<World, 'url'>, provider: TestIdentityProvider, query = '') {
  const browser = new Browser(world)
  provider.trust((await browser.send(`GET ${path}/metadata`)).text)
  const sent = await browser.send(`GET ${path}${query}`)
  return { browser, request: sent.headers.get('location') ?? '', sent }
}

/** Submits the provider's form, as a browser does: without cookies, from another origin. */
export async function submitForm(world: Pick<World, 'url'>, { action, ...fields }: SamlForm) {
  const page = new URL(action).pathname
  return await new Browser(world).send(`POST ${page as '/'}`, fields, { origin: 'https://idp.example' })
}

/** Follows the form to the page that logs in. */
export async function finishLogin(world: Pick<World, 'url'>, browser: Browser, form: SamlForm) {
  const received = await submitForm(world, form)
  const next = received.headers.get('location')
  const answer = next === null ? received : await browser.send(`GET ${next as '/'}`)
  return { answer, me: (await browser.send('GET /json/users/me')).body }
}

/** Logs in through the provider. */
export async function logInBySaml(
  world: Pick<World, 'url'>,
  provider: TestIdentityProvider,
  { query = '', change }: { query?: string; change?: (values: ResponseValues) => void } = {},
) {
  const { browser, request } = await startSamlLogin(world, provider, query)
  const form = await provider.respond(request, change)
  return { browser, form, ...(await finishLogin(world, browser, form)) }
}

/** The XML of a redirect. */
export function requestXml(address: string): string {
  const encoded = new URL(address).searchParams.get('SAMLRequest') ?? ''
  return inflateRawSync(Buffer.from(encoded, 'base64')).toString()
}

/** Opens a page of the organization `acme`, whose host name fetch does not let one choose. */
export function at(world: Pick<World, 'url'>, page: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host: `acme.${new URL(url).host}` }
    const sent = send(`${world.url}${page}`, { headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({ status: response.statusCode ?? 0, text })
    })
    sent.on('error', reject)
    sent.end()
  })
}
