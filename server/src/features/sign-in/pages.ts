import { field, html } from '../../pages/layout.ts'
import type { Page, Visit } from '../../pages/pages.ts'
import { forgetfulCookies, openSession } from '../../sessions/sessions.ts'
import { providerButtons } from '../external-login/buttons.ts'
import { methodWorks, takesPasswords } from '../server/authentication.ts'
import { confirmEmailChange } from './email-change.ts'
import { logIn } from './log-in.ts'
import { accountToReset, requestPasswordReset, resetPassword } from './reset.ts'
import { endSessions, tellOfLogin } from './sessions.ts'
import { subscriber, unsubscribe } from './unsubscribe.ts'

const value = ({ form }: Visit, name: string) => form.get(name) ?? ''
const nameOf = ({ realm }: Visit) => realm.directory.realm.name
const backToLogin = html`<p><a href="/login">Log in</a></p>`

/** Where somebody wanted to go before they had to log in. Only places here: a link must not lead them away. */
export function nextOf({ query }: Visit): string {
  const next = query.get('next') ?? ''
  return /^\/(?![/\\])/.test(next) && !/[\r\n\t]/.test(next) ? next : '/'
}

const home: Page = {
  path: '/',
  show: (visit) => ({
    title: nameOf(visit),
    body:
      visit.user === undefined
        ? html`<p><a href="/login">Log in</a></p><p class="soft"><a href="/api/docs">API reference</a></p>`
        : html`<p>You are logged in as <strong>${visit.user.fullName}</strong> (${visit.user.deliveryEmail}).</p>
            <form method="post" action="/logout"><button>Log out</button></form>
            <p class="soft"><a href="/api/docs">API reference</a></p>`,
  }),
}

function passwordForm(visit: Visit) {
  const { app, realm } = visit
  if (!takesPasswords(app.config, realm.directory)) return undefined
  const username = { name: 'username', autocomplete: 'username', value: value(visit, 'username') }
  return html`<form method="post">
    ${
      methodWorks(app.config, realm.directory, 'LDAP')
        ? field('Email or name', username)
        : field('Email', { ...username, type: 'email' })
    }
    ${field('Password', { name: 'password', type: 'password', autocomplete: 'current-password' })}
    <label class="check"><input type="checkbox" name="shared"> This is a shared computer</label>
    <button>Log in</button></form>
    ${methodWorks(app.config, realm.directory, 'Email') && html`<p class="soft"><a href="/login/forgot">I forgot my password</a></p>`}`
}

const login: Page = {
  path: '/login',
  show: (visit) =>
    visit.user !== undefined
      ? { goTo: nextOf(visit) }
      : {
          title: `Log in to ${nameOf(visit)}`,
          body: html`${passwordForm(visit)}${providerButtons(visit.app, visit.realm, 'Log in', { next: nextOf(visit) })}`,
        },
  submit: async (visit) => {
    const { app, realm, headers, address } = visit
    const user = await logIn(app, realm, {
      username: value(visit, 'username'),
      password: value(visit, 'password'),
      address,
      showAllowance: () => {},
    })
    const remember = !visit.form.has('shared')
    const { cookies } = await openSession(app, realm, user, { headers, address, remember })
    await tellOfLogin(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
    return { goTo: nextOf(visit), cookies }
  },
}

const logout: Page = {
  path: '/logout',
  show: () => ({ goTo: '/' }),
  submit: async ({ realm, user, sessionId }) => {
    if (user !== undefined && sessionId !== undefined) await endSessions(realm, user.id, { only: sessionId })
    return { goTo: '/login', cookies: forgetfulCookies(realm) }
  },
}

const forgot: Page = {
  path: '/login/forgot',
  show: (visit) => ({
    title: 'Set a new password',
    body: html`<p>We mail you a link to set a new one.</p><form method="post">
      ${field('Email', { name: 'email', type: 'email', autocomplete: 'username', value: value(visit, 'email') })}
      <button>Mail me a link</button></form>${backToLogin}`,
  }),
  submit: async (visit) => {
    const { app, realm, address } = visit
    await requestPasswordReset(app, realm, { email: value(visit, 'email'), address })
    return {
      title: 'Look into your mail',
      body: html`<p>If there is an account for ${value(visit, 'email')}, a link is on its way.</p>${backToLogin}`,
    }
  },
}

const reset: Page = {
  path: '/reset/:key',
  show: async ({ app, realm, path }) => {
    const user = await accountToReset(app, realm, path.key ?? '').catch(() => undefined)
    if (user === undefined) {
      return {
        title: 'This link no longer works',
        status: 404,
        body: html`<p>It has been used, or it is too old.</p><p><a href="/login/forgot">Get a new one</a></p>`,
      }
    }
    return {
      title: 'Set a new password',
      body: html`<p>For ${user.deliveryEmail}</p><form method="post">
        ${field('New password', { name: 'new_password', type: 'password', autocomplete: 'new-password', minlength: 6 })}
        <button>Set it</button></form>`,
    }
  },
  submit: async (visit) => {
    const { app, realm, path } = visit
    const user = await resetPassword(app, realm, path.key ?? '', value(visit, 'new_password'))
    return {
      title: 'Your password is set',
      body: html`<p>You can log in as ${user.deliveryEmail} now.</p>${backToLogin}`,
    }
  },
}

/** Opening a link changes nothing yet: mail programs open links by themselves. */
const confirmEmail: Page = {
  path: '/confirm-email/:key',
  show: (visit) => ({
    title: 'Your new address',
    body: html`<form method="post"><p>Use this address for ${nameOf(visit)}?</p><button>Use it</button></form>`,
  }),
  submit: async ({ app, realm, path }) => {
    const email = await confirmEmailChange(app, realm, path.key ?? '')
    return { title: 'Your address has changed', body: html`<p>It is ${email} now.</p>${backToLogin}` }
  },
}

const stopMails: Page = {
  path: '/unsubscribe/:kind/:token',
  show: ({ app, realm, path }) => {
    const user = subscriber(app, realm, path.kind ?? '', path.token ?? '')
    return {
      title: 'Fewer mails',
      body: html`<form method="post"><p>Stop mails of this kind to ${user.deliveryEmail}?</p>
        <button>Stop them</button></form>`,
    }
  },
  // Mail programs send this by themselves when somebody presses their button (RFC 8058).
  submit: async ({ app, realm, path }) => {
    await unsubscribe(app, realm, path.kind ?? '', path.token ?? '')
    return { title: 'Done', body: html`<p>You will get no more mails of this kind.</p>` }
  },
}

export const signInPages: Page[] = [home, login, logout, forgot, reset, confirmEmail, stopMails]
