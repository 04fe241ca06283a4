import { apiError, WireError } from '@loquat/contract'
import { type Page, type Shown, sentence, type Visit } from '../../../pages/pages.ts'
import { type Html, html } from '../../../platform/html.ts'
import type { OpenIdProvider } from '../../../platform/login-config.ts'
import { cookie, cookieNames, readCookie } from '../../../sessions/cookies.ts'
import { openSession } from '../../../sessions/sessions.ts'
import { firstView } from '../invitations/landing.ts'
import { providersOf } from '../server-settings/authentication.ts'
import { loginPath } from '../server-settings/present.ts'
import { nextOf } from '../sign-in/redirect-target.ts'
import { sendLoginEmail } from '../sign-in/sessions.ts'
import { admit } from './admit.ts'
import { finishLogin, type LoginState, startLogin } from './openid.ts'

const validSeconds = 600

/**
 * Login state in a cookie during the redirect. Signed, so that an attacker cannot start a login for someone
 * else.
 */
interface LoginCookie extends LoginState {
  realm: number
  provider: string
  next: string
  key?: string | undefined
  until: number
}

function providerOf({ app, realm, path }: Visit): OpenIdProvider {
  const provider = providersOf(app.config, realm.directory).find(({ name }) => name === path.name)
  if (provider === undefined) throw apiError('login-method-disabled')
  return provider
}

/** The callback URL registered with the provider. */
const callbackOf = ({ realm }: Visit, provider: OpenIdProvider) =>
  `${realm.directory.url}${loginPath(provider.name)}/callback`

function cookieOf({ realm }: Visit) {
  const { secure } = cookieNames(realm.directory.url)
  return { name: `${secure ? '__Host-' : ''}loquat_openid`, secure }
}

/** Browsers drop cookies that are too long. */
function shortNextOf(visit: Visit): string {
  const next = nextOf(visit)
  return next.length > 1_000 ? '/' : next
}

const start: Page = {
  path: '/accounts/login/openid/:name',
  show: async (visit) => {
    const { app, realm, query } = visit
    const provider = providerOf(visit)
    const key = /^\w{1,100}$/.exec(query.get('key') ?? '')?.[0]
    if (visit.user !== undefined && key === undefined) return { goTo: nextOf(visit) }
    return await withErrorPage(visit, async () => {
      const { url, loginState } = await startLogin(app, provider, callbackOf(visit, provider))
      const until = app.clock.now() + validSeconds * 1_000
      const state: LoginCookie = {
        ...loginState,
        realm: realm.id,
        provider: provider.name,
        next: shortNextOf(visit),
        key,
        until,
      }
      const text = Buffer.from(JSON.stringify(state)).toString('base64url')
      const { name, secure } = cookieOf(visit)
      const value = `${text}.${app.signer.sign('openid', text)}`
      return { goTo: url, cookies: [cookie(name, value, { secure, seconds: validSeconds })] }
    })
  },
}

const callback: Page = {
  path: '/accounts/login/openid/:name/callback',
  show: async (visit) => {
    const { app, realm, headers, address, query } = visit
    const provider = providerOf(visit)
    const state = parseLoginCookie(visit)
    if (state?.provider !== provider.name) {
      return refusal(visit, visit.text('login.tookTooLong'))
    }
    return await withErrorPage(visit, async () => {
      const url = new URL(`${callbackOf(visit, provider)}?${query}`)
      const person = await finishLogin(app, provider, url, state)
      const { user, joined } = await admit(app, realm, {
        ...person,
        key: state.key,
        language: visit.languageWanted,
      })
      const opened = await openSession(app, realm, user, { headers, address, remember: true })
      await sendLoginEmail(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
      const { name, secure } = cookieOf(visit)
      const goTo = joined !== undefined && state.next === '/' ? firstView(app, joined) : state.next
      return { goTo, cookies: [...opened.cookies, cookie(name, '', { secure, seconds: 0 })] }
    })
  },
}

function parseLoginCookie(visit: Visit): LoginCookie | undefined {
  const { app, realm, headers } = visit
  const [text = '', signature = ''] = (readCookie(headers, cookieOf(visit).name) ?? '').split('.')
  if (!app.signer.isSigned('openid', text, signature)) return undefined
  const state = JSON.parse(Buffer.from(text, 'base64url').toString()) as LoginCookie
  return state.realm === realm.id && state.until > app.clock.now() ? state : undefined
}

/** Shows login errors on a page with a link back. */
async function withErrorPage(visit: Visit, act: () => Promise<Shown>): Promise<Shown> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof WireError && error.status < 500)
      return refusal(visit, sentence(error, visit.language), error.status)
    throw error
  }
}

const refusal = ({ text }: Visit, reason: Html, status = 400): Shown => ({
  title: text('login.refused'),
  status,
  body: html`<p>${reason}</p><p><a href="/login">${text('login.back')}</a></p>`,
})

export const externalLoginPages: Page[] = [start, callback]
