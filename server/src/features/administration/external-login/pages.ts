import { apiError } from '@loquat/contract'
import type { Page, Visit } from '../../../pages/pages.ts'
import type { OpenIdProvider } from '../../../platform/login-config.ts'
import { openIdProvidersOf } from '../server-settings/authentication.ts'
import { loginPath } from '../server-settings/present.ts'
import { attemptFrom, countAttempts, forgiveAttempts } from '../sign-in/attempts.ts'
import { nextOf } from '../sign-in/redirect-target.ts'
import { acceptLogoutToken } from './back-channel.ts'
import { completeLogin } from './complete-login.ts'
import { refusal, withErrorPage } from './error-page.ts'
import { storeGrant } from './grant-store.ts'
import { clearedLoginCookie, invitationKeyOf, loginCookie, startedLogin } from './login-cookie.ts'
import { finishLogin, type LoginState, startLogin } from './openid.ts'

function providerOf({ app, realm, path }: Visit): OpenIdProvider {
  const provider = openIdProvidersOf(app.config, realm.directory).find(({ name }) => name === path.name)
  if (provider === undefined) throw apiError('login-method-disabled')
  return provider
}

/** The callback URL registered with the provider. */
const callbackOf = ({ realm }: Visit, { name }: OpenIdProvider) =>
  `${realm.directory.url}${loginPath({ kind: 'openid', name })}/callback`

const start: Page = {
  path: '/accounts/login/openid/:name',
  show: async (visit) => {
    const provider = providerOf(visit)
    if (visit.user !== undefined && invitationKeyOf(visit) === undefined) return { goTo: nextOf(visit) }
    return await withErrorPage(visit, async () => {
      const { url, loginState } = await startLogin(visit.app, provider, callbackOf(visit, provider))
      return { goTo: url, cookies: [loginCookie(visit, 'openid', provider.name, loginState)] }
    })
  },
}

const callback: Page = {
  path: '/accounts/login/openid/:name/callback',
  show: async (visit) => {
    const provider = providerOf(visit)
    const started = startedLogin<LoginState>(visit, 'openid', provider.name)
    if (started === undefined) return refusal(visit, visit.text('login.tookTooLong'))
    return await withErrorPage(visit, async () => {
      const url = new URL(`${callbackOf(visit, provider)}?${visit.query}`)
      const { person, grant } = await finishLogin(visit.app, provider, url, started.state)
      const now = new Date(visit.app.clock.now())
      const { goTo, cookies } = await completeLogin(visit, person, started, (tx, sessionId) =>
        storeGrant(tx, sessionId, grant, now),
      )
      return { goTo, cookies: [...cookies, clearedLoginCookie(visit, 'openid')] }
    })
  },
}

/** The provider reports that a user has logged out there (OpenID Connect Back-Channel Logout 1.0). */
const backChannelLogout: Page = {
  path: '/accounts/login/openid/:name/backchannel-logout',
  isForOtherSites: true,
  show: () => ({ goTo: '/login' }),
  submit: async (visit) => {
    const { app, realm, form, address } = visit
    const provider = providerOf(visit)
    return await withErrorPage(visit, async () => {
      const attempt = attemptFrom('login from', address)
      await countAttempts(app, realm, attempt)
      try {
        await acceptLogoutToken(app, realm, provider, form.get('logout_token') ?? '')
      } catch (error) {
        app.logger.warn({ err: error, provider: provider.name }, 'a logout token was refused')
        throw apiError('logout-request-invalid')
      }
      await forgiveAttempts(app, realm, attempt)
      return { content: '', type: 'text/plain' }
    })
  },
}

export const externalLoginPages: Page[] = [start, callback, backChannelLogout]
