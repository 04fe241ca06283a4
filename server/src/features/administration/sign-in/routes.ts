import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { clearedCookies } from '../../../sessions/sessions.ts'
import { apiKeyOf, recordShownKey } from '../../identity/users/api-key.ts'
import { presentStrength } from '../../identity/users/passwords.ts'
import { assertSecondFactor } from '../second-factors/second-step.ts'
import { confirmEmailChange } from './email-change.ts'
import { openReportedSession } from './known-browsers.ts'
import { assertPassword, logIn } from './log-in.ts'
import { logOutSession } from './log-out.ts'
import { accountToReset, requestPasswordReset, resetPassword } from './reset.ts'
import { sendKeyEmail } from './security-emails.ts'
import { endSessions, presentSessions } from './sessions.ts'
import { unsubscribe } from './unsubscribe.ts'

export const signInRoutes = implement(areas.signIn, {
  logIn: async ({ app, realm, params, headers, address, setCookies, showAllowance }) => {
    const { username, password, code, remember } = params
    const user = await logIn(app, realm, { username, password, address, showAllowance })
    await assertSecondFactor(app, realm, user, { code, headers, address })
    const opened = await openReportedSession(app, realm, user, { headers, address, remember })
    setCookies(opened.cookies)
    return {
      user_id: user.id,
      email: user.deliveryEmail,
      session_id: opened.id,
      csrf_token: opened.csrfToken,
    }
  },
  getSessions: async ({ app, user, sessionId }) => ({
    sessions: await presentSessions(app, user, sessionId),
  }),
  logOut: async ({ app, realm, user, sessionId, setCookies }) => {
    const logout = sessionId === undefined ? undefined : await logOutSession(app, realm, user, sessionId)
    setCookies(clearedCookies(realm))
    return logout === undefined ? {} : { provider_logout_url: logout.url }
  },
  endSession: async ({ realm, user, path }) => {
    await endSessions(realm, user.id, { only: path.session_id })
    return {}
  },
  endOtherSessions: async ({ realm, user, sessionId }) => {
    await endSessions(realm, user.id, { except: sessionId })
    return {}
  },

  showApiKey: async ({ app, realm, user, params }) => {
    await assertPassword(app, realm, user, params.password, 'password-wrong')
    await recordShownKey(realm, user)
    await sendKeyEmail(app, realm, user, 'apiKeyShown')
    return { api_key: apiKeyOf(app.sealer, user), email: user.deliveryEmail }
  },

  requestPasswordReset: async ({ app, realm, params, address }) => {
    await requestPasswordReset(app, realm, { email: params.email, address })
    return {}
  },
  checkPassword: async ({ app, realm, params, address }) => {
    if (app.config.rateLimits) app.limiter.take('api', `password ${address}`)
    return await presentStrength(realm.directory, params.password)
  },
  getPasswordReset: async ({ app, realm, path }) => ({
    email: (await accountToReset(app, realm, path.key)).deliveryEmail,
  }),
  resetPassword: async ({ app, realm, path, params, address }) => {
    const { new_password: password } = params
    const user = await resetPassword(app, realm, { key: path.key, password, address })
    return { email: user.deliveryEmail }
  },
  confirmEmail: async ({ app, realm, path }) => ({ email: await confirmEmailChange(app, realm, path.key) }),
  unsubscribeFromEmails: async ({ app, realm, path }) => {
    await unsubscribe(app, realm, path.kind, path.token)
    return {}
  },
})
