import { refuse, WireError } from '@loquat/contract'
import { type Page, type Shown, sentence, type Visit } from '../../../pages/pages.ts'
import { refusalIn } from '../../../pages/texts.ts'
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
import { type Errand, finishErrand, ProviderFailed, startErrand } from './openid.ts'

const validSeconds = 600

/** What a browser keeps while its owner is away. Signed, so that nobody can send it on an errand of their own. */
interface Away extends Errand {
  realm: number
  provider: string
  next: string
  key?: string | undefined
  until: number
}

function providerOf({ app, realm, path }: Visit): OpenIdProvider {
  const provider = providersOf(app.config, realm.directory).find(({ name }) => name === path.name)
  if (provider === undefined) throw refuse('RecordNotFound', 'This login method is disabled here.')
  return provider
}

/** The address that the provider has to know of. */
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
    return await explained(visit, async () => {
      const { url, errand } = await startErrand(app, provider, callbackOf(visit, provider))
      const until = app.clock.now() + validSeconds * 1_000
      const away: Away = {
        ...errand,
        realm: realm.id,
        provider: provider.name,
        next: shortNextOf(visit),
        key,
        until,
      }
      const text = Buffer.from(JSON.stringify(away)).toString('base64url')
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
    const away = awayOf(visit)
    if (away?.provider !== provider.name) {
      return refusal(visit, visit.text('login.tookTooLong'))
    }
    return await explained(visit, async () => {
      const url = new URL(`${callbackOf(visit, provider)}?${query}`)
      const stranger = await finishErrand(app, provider, url, away)
      const { user, joined } = await admit(app, realm, {
        ...stranger,
        key: away.key,
        language: visit.languageWanted,
      })
      const opened = await openSession(app, realm, user, { headers, address, remember: true })
      await sendLoginEmail(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
      const { name, secure } = cookieOf(visit)
      const goTo = joined !== undefined && away.next === '/' ? firstView(app, joined) : away.next
      return { goTo, cookies: [...opened.cookies, cookie(name, '', { secure, seconds: 0 })] }
    })
  },
}

function awayOf(visit: Visit): Away | undefined {
  const { app, realm, headers } = visit
  const [text = '', signature = ''] = (readCookie(headers, cookieOf(visit).name) ?? '').split('.')
  if (!app.signer.isSigned('openid', text, signature)) return undefined
  const away = JSON.parse(Buffer.from(text, 'base64url').toString()) as Away
  return away.realm === realm.id && away.until > app.clock.now() ? away : undefined
}

/** Whatever keeps somebody out is said to them, with a way back. */
async function explained(visit: Visit, act: () => Promise<Shown>): Promise<Shown> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof ProviderFailed) return refusal(visit, refusalIn(visit.text, error.message))
    if (error instanceof WireError && error.status < 500)
      return refusal(visit, sentence(error, visit.text), error.status)
    throw error
  }
}

const refusal = ({ text }: Visit, reason: Html, status = 400): Shown => ({
  title: text('login.refused'),
  status,
  body: html`<p>${reason}</p><p><a href="/login">${text('login.back')}</a></p>`,
})

export const externalLoginPages: Page[] = [start, callback]
