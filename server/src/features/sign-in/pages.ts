import { WireError } from '@loquat/contract'
import { field, html, passwordRule } from '../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../pages/pages.ts'
import { forgetfulCookies } from '../../sessions/sessions.ts'
import { confirmEmailChange } from './email-change.ts'
import { loginPage } from './login-page.ts'
import { accountToReset, requestPasswordReset, resetPassword } from './reset.ts'
import { endSessions } from './sessions.ts'
import { subscriber, unsubscribe } from './unsubscribe.ts'

const value = ({ form }: Visit, name: string) => form.get(name) ?? ''
const nameOf = ({ realm }: Visit) => realm.directory.realm.name
const backToLogin = html`<p><a href="/login">Log in</a></p>`

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
      ${field('Email', { name: 'email', type: 'email', autocomplete: 'username', value: value(visit, 'email') }, { problem: visit.problem, isFirst: true })}
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

const deadLink: Shown = {
  title: 'This link no longer works',
  status: 404,
  body: html`<p>It has been used, or it is too old.</p><p><a href="/login/forgot">Get a new one</a></p>`,
}

const reset: Page = {
  path: '/reset/:key',
  show: async ({ app, realm, path, problem }) => {
    const user = await accountToReset(app, realm, path.key ?? '').catch(() => undefined)
    if (user === undefined) return deadLink
    return {
      title: 'Set a new password',
      body: html`<p>For ${user.deliveryEmail}</p><form method="post">
        ${field('New password', { name: 'new_password', type: 'password', autocomplete: 'new-password', minlength: 6 }, { problem, isFirst: true })}
        ${passwordRule}<button>Set it</button></form>`,
    }
  },
  submit: async (visit) => {
    const { app, realm, path } = visit
    const user = await resetPassword(app, realm, path.key ?? '', value(visit, 'new_password')).catch(
      (error: unknown) => {
        if (error instanceof WireError && error.kind === 'RecordNotFound') return undefined
        throw error
      },
    )
    if (user === undefined) return deadLink
    return {
      title: 'Your password is set',
      body: html`<p>You can log in as ${user.deliveryEmail} now.</p>
        <p><a class="button" href="/login?username=${encodeURIComponent(user.deliveryEmail)}">Log in</a></p>`,
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

export const signInPages: Page[] = [home, loginPage, logout, forgot, reset, confirmEmail, stopMails]
