import { WireError } from '@loquat/contract'
import { field, passwordRule } from '../../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { type Html, html } from '../../../platform/html.ts'
import { clearedCookies } from '../../../sessions/sessions.ts'
import { setUpPage } from '../second-factors/set-up-page.ts'
import { verifyPage } from '../second-factors/verify-page.ts'
import { confirmEmailChange } from './email-change.ts'
import { logOutSession } from './log-out.ts'
import { loginPage } from './login-page.ts'
import { accountToReset, requestPasswordReset, resetPassword } from './reset.ts'
import { subscriber, unsubscribe } from './unsubscribe.ts'

const value = ({ form }: Visit, name: string) => form.get(name) ?? ''
const nameOf = ({ realm }: Visit) => realm.directory.realm.name
const backToLogin = ({ text }: Visit) => html`<p><a href="/login">${text('logIn')}</a></p>`
const strong = (name: string): Html => html`<strong>${name}</strong>`

const home: Page = {
  path: '/',
  show: (visit) => {
    const { user, text } = visit
    const reference = html`<p class="soft"><a href="/api/docs">${text('home.api')}</a></p>`
    const title = html`${nameOf(visit)}`
    if (user === undefined) return { title, body: html`${backToLogin(visit)}${reference}` }
    return {
      title,
      body: html`<p>${text('home.loggedIn', { name: strong(user.fullName), email: user.deliveryEmail })}</p>
        <form method="post" action="/logout"><button>${text('logOut')}</button></form>${reference}`,
    }
  },
}

const logout: Page = {
  path: '/logout',
  show: () => ({ goTo: '/' }),
  submit: async (visit) => {
    const { app, realm, user, sessionId, text } = visit
    if (user === undefined || sessionId === undefined)
      return { goTo: '/login', cookies: clearedCookies(realm) }
    const logout = await logOutSession(app, realm, user, sessionId)
    if (logout === undefined) return { goTo: '/login', cookies: clearedCookies(realm) }
    // A link, because forms may not lead to another site.
    return {
      title: text('logOut.done'),
      body: html`<p><a class="button" href="${logout.url}">${text('logOut.atProvider', { provider: logout.provider })}</a></p>${backToLogin(visit)}`,
      cookies: clearedCookies(realm),
    }
  },
}

const forgot: Page = {
  path: '/login/forgot',
  show: (visit) => ({
    title: visit.text('reset.title'),
    body: html`<p>${visit.text('reset.explain')}</p><form method="post">
      ${field(visit.text, 'email', { name: 'email', type: 'email', autocomplete: 'username', value: value(visit, 'email') }, { problem: visit.problem, isFirst: true })}
      <button>${visit.text('reset.request')}</button></form>${backToLogin(visit)}`,
  }),
  submit: async (visit) => {
    const { app, realm, address, language, text } = visit
    const email = value(visit, 'email')
    await requestPasswordReset(app, realm, { email, address, language })
    return {
      title: text('reset.sent'),
      body: html`<p>${text('reset.sentWhat', { email })}</p>${backToLogin(visit)}`,
    }
  },
}

const deadLink = ({ text }: Visit): Shown => ({
  title: text('reset.dead'),
  status: 404,
  body: html`<p>${text('reset.deadWhy')}</p><p><a href="/login/forgot">${text('reset.again')}</a></p>`,
})

const reset: Page = {
  path: '/reset/:key',
  show: async (visit) => {
    const { app, realm, path, problem, text } = visit
    const user = await accountToReset(app, realm, path.key ?? '').catch(() => undefined)
    if (user === undefined) return deadLink(visit)
    return {
      title: text('reset.title'),
      body: html`<p>${text('reset.for', { email: user.deliveryEmail })}</p><form method="post">
        ${usernameOf(user.deliveryEmail)}
        ${field(text, 'reset.new', { name: 'new_password', type: 'password', autocomplete: 'new-password', minlength: 6 }, { problem, isFirst: true })}
        ${passwordRule(text, 'new_password')}<button>${text('reset.set')}</button></form>`,
    }
  },
  submit: async (visit) => {
    const { app, realm, path, text, address } = visit
    const password = value(visit, 'new_password')
    const user = await resetPassword(app, realm, { key: path.key ?? '', password, address }).catch(
      (error: unknown) => {
        if (error instanceof WireError && error.kind === 'RecordNotFound') return undefined
        throw error
      },
    )
    if (user === undefined) return deadLink(visit)
    const email = user.deliveryEmail
    return {
      title: text('reset.done'),
      body: html`<p>${text('reset.doneWhat', { email })}</p>
        <p><a class="button" href="/login?username=${encodeURIComponent(email)}">${text('logIn')}</a></p>`,
    }
  },
}

/** Tells password managers which account the password belongs to. */
const usernameOf = (email: string) =>
  html`<input type="email" autocomplete="username" value="${email}" hidden>`

/** Opening the link changes nothing: email programs prefetch links. */
const confirmEmail: Page = {
  path: '/confirm-email/:key',
  show: (visit) => ({
    title: visit.text('confirm.title'),
    body: html`<form method="post"><p>${visit.text('confirm.ask', { organization: nameOf(visit) })}</p>
      <button>${visit.text('confirm.use')}</button></form>`,
  }),
  submit: async (visit) => {
    const { app, realm, path, text } = visit
    const email = await confirmEmailChange(app, realm, path.key ?? '')
    return {
      title: text('confirm.done'),
      body: html`<p>${text('confirm.doneWhat', { email })}</p>${backToLogin(visit)}`,
    }
  },
}

const stopEmails: Page = {
  path: '/unsubscribe/:kind/:token',
  show: ({ app, realm, path, text }) => {
    const { deliveryEmail: email } = subscriber(app, realm, path.kind ?? '', path.token ?? '')
    return {
      title: text('unsubscribe.title'),
      body: html`<form method="post"><p>${text('unsubscribe.ask', { email })}</p>
        <button>${text('unsubscribe.stop')}</button></form>`,
    }
  },
  // Email programs send this for one-click unsubscribe (RFC 8058).
  submit: async ({ app, realm, path, text }) => {
    await unsubscribe(app, realm, path.kind ?? '', path.token ?? '')
    return { title: text('unsubscribe.done'), body: html`<p>${text('unsubscribe.doneWhat')}</p>` }
  },
}

export const signInPages: Page[] = [
  home,
  loginPage,
  verifyPage,
  setUpPage,
  logout,
  forgot,
  reset,
  confirmEmail,
  stopEmails,
]
