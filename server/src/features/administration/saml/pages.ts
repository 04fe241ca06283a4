import { apiError, WireError } from '@loquat/contract'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import type { SamlProvider } from '../../../platform/saml-config.ts'
import { hashOfKey, randomKey } from '../../../platform/signer.ts'
import { recordFailedLogin } from '../audit-log/failed-logins.ts'
import { completeLogin } from '../external-login/complete-login.ts'
import { refusal, withErrorPage } from '../external-login/error-page.ts'
import {
  clearedLoginCookie,
  invitationKeyOf,
  loginCookie,
  startedLogin,
} from '../external-login/login-cookie.ts'
import { samlProvidersOf } from '../server-settings/authentication.ts'
import { loginPath } from '../server-settings/present.ts'
import { attemptFrom, countAttempts, forgiveAttempts } from '../sign-in/attempts.ts'
import { nextOf } from '../sign-in/redirect-target.ts'
import { acceptLogoutRequest, type LogoutMessage } from './logout.ts'
import { identityProviderOf } from './metadata.ts'
import { personOf } from './person.ts'
import { acceptResponse } from './response.ts'
import { samlClient, serviceAddresses, serviceMetadata } from './service-provider.ts'
import { insertLogin, insertSamlSession, takeLogin } from './store.ts'

/** Between the provider's form and our page, which browsers open at once. */
const finishSeconds = 120
const requestIdLength = 32

/** The values that a response must match. */
interface RequestState {
  requestId: string
}

function providerOf({ app, realm, path }: Visit): SamlProvider {
  const provider = samlProvidersOf(app.config, realm.directory).find(({ name }) => name === path.name)
  if (provider === undefined) throw apiError('login-method-disabled')
  return provider
}

async function partiesOf({ app, realm }: Visit, provider: SamlProvider) {
  const identity = await identityProviderOf(app, provider).catch((error: unknown) => {
    app.logger.warn({ err: error, provider: provider.name }, 'the metadata of a login provider is missing')
    throw apiError('login-provider-unavailable', { provider: provider.displayName })
  })
  return { provider, identity, addresses: serviceAddresses(realm, provider) }
}

const start: Page = {
  path: '/accounts/login/saml/:name',
  show: async (visit) => {
    const provider = providerOf(visit)
    if (visit.user !== undefined && invitationKeyOf(visit) === undefined) return { goTo: nextOf(visit) }
    return await withErrorPage(visit, async () => {
      const { identity, addresses } = await partiesOf(visit, provider)
      // IDs of XML begin with a letter or underscore.
      const requestId = `_${randomKey(requestIdLength)}`
      const client = await samlClient(visit.app, addresses, identity, { requestId })
      // The page to return to is in the cookie, so RelayState is not used.
      const goTo = await client.getAuthorizeUrlAsync('', undefined, {})
      return { goTo, cookies: [loginCookie<RequestState>(visit, 'saml', provider.name, { requestId })] }
    })
  },
}

/**
 * Receives the provider's form. Browsers send no cookies with forms of other sites, so the login is only verified and stored here;
 * the page that follows has the cookies, and compares them.
 */
const response: Page = {
  path: '/accounts/login/saml/:name/response',
  isForOtherSites: true,
  show: () => ({ goTo: '/login' }),
  submit: async (visit) => {
    const { app, realm, form } = visit
    const provider = providerOf(visit)
    return await withErrorPage(visit, async () => {
      const { login, requestId } = await withLimit(visit, provider, async () =>
        acceptResponse(
          app,
          realm,
          provider,
          await partiesOf(visit, provider),
          form.get('SAMLResponse') ?? '',
        ),
      )
      const key = randomKey()
      const expiresAt = new Date(app.clock.now() + finishSeconds * 1_000)
      const verified = { provider: provider.name, requestId, login }
      await insertLogin(app.database.db, realm.id, verified, { keyHash: hashOfKey(key), expiresAt })
      // The provider chooses RelayState only if the login starts there.
      const next =
        requestId === null
          ? nextOf({ query: new URLSearchParams({ next: form.get('RelayState') ?? '' }) })
          : '/'
      const query = new URLSearchParams({ login: key, ...(next === '/' ? {} : { next }) })
      return { goTo: `${loginPath({ kind: 'saml', name: provider.name })}/finish?${query}` }
    })
  },
}

/** Counts failures by IP address, and records them. All have one sentence, which helps no attacker. */
async function withLimit<T>(visit: Visit, provider: SamlProvider, act: () => Promise<T>): Promise<T> {
  const { app, realm, address } = visit
  const attempt = attemptFrom('login from', address)
  await countAttempts(app, realm, attempt)
  try {
    const result = await act()
    await forgiveAttempts(app, realm, attempt)
    return result
  } catch (error) {
    app.logger.warn({ err: error, provider: provider.name }, 'a SAML response was refused')
    const shown =
      error instanceof WireError
        ? error
        : apiError('login-response-invalid', { provider: provider.displayName })
    app.metrics.loginFailed(shown.reason)
    await recordFailedLogin(app, realm, address, undefined)
    throw shown
  }
}

const finish: Page = {
  path: '/accounts/login/saml/:name/finish',
  show: async (visit) => {
    const { app, realm, query } = visit
    const provider = providerOf(visit)
    const keyHash = hashOfKey(query.get('login') ?? '')
    const verified = await takeLogin(app.database.db, realm.id, keyHash, new Date(app.clock.now()))
    const started = startedLogin<RequestState>(visit, 'saml', provider.name)
    const isAnswer = verified?.requestId != null && verified.requestId === started?.state.requestId
    // Such a login is stored only if the provider may start it.
    const isUnasked = verified?.requestId === null
    if (verified?.provider !== provider.name || !(isAnswer || isUnasked)) {
      return refusal(visit, visit.text('login.tookTooLong'))
    }
    const { login } = verified
    return await withErrorPage(visit, async () => {
      const from = isAnswer && started !== undefined ? started : { next: nextOf(visit) }
      const { nameId, details, sessionIndex } = login
      const session = { provider: provider.name, nameId, details, sessionIndex }
      const { goTo, cookies } = await completeLogin(visit, personOf(provider, login), from, (tx, sessionId) =>
        insertSamlSession(tx, sessionId, session),
      )
      return { goTo, cookies: [...cookies, clearedLoginCookie(visit, 'saml')] }
    })
  },
}

const metadata: Page = {
  path: '/accounts/login/saml/:name/metadata',
  show: (visit) => ({
    content: serviceMetadata(serviceAddresses(visit.realm, providerOf(visit)), visit.app.config.samlKey),
    type: 'application/samlmetadata+xml',
  }),
}

/** Receives logout requests of the provider, and its answers to ours, which change nothing: our session has ended before. */
const logout: Page = {
  path: '/accounts/login/saml/:name/logout',
  isForOtherSites: true,
  show: (visit) =>
    visit.query.has('SAMLRequest') ? logOut(visit, { rawQuery: visit.rawQuery }) : { goTo: '/login' },
  submit: (visit) =>
    visit.form.has('SAMLRequest') ? logOut(visit, { form: visit.form }) : { goTo: '/login' },
}

async function logOut(visit: Visit, message: LogoutMessage): Promise<Shown> {
  const { app, realm, address } = visit
  const provider = providerOf(visit)
  return await withErrorPage(visit, async () => {
    const parties = await partiesOf(visit, provider)
    const attempt = attemptFrom('login from', address)
    await countAttempts(app, realm, attempt)
    try {
      const goTo = (await acceptLogoutRequest(app, realm, parties, message)) ?? '/login'
      await forgiveAttempts(app, realm, attempt)
      return { goTo }
    } catch (error) {
      app.logger.warn({ err: error, provider: provider.name }, 'a SAML logout request was refused')
      throw apiError('logout-request-invalid')
    }
  })
}

export const samlPages: Page[] = [start, response, finish, metadata, logout]
