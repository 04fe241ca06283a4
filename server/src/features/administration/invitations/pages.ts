import type { User } from '../../../directory/directory.ts'
import { field, passwordRule, select } from '../../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { type Html, html } from '../../../platform/html.ts'
import { providerButtons } from '../external-login/buttons.ts'
import { openReportedSession } from '../sign-in/known-browsers.ts'
import { aboutOrganization } from '../sign-in/login-page.ts'
import { findSignup, join, needsPassword, requestSignup, type Signup } from './join.ts'
import { firstView, landing } from './landing.ts'
import { expiredInvitation } from './store.ts'

const value = ({ form }: Visit, name: string) => form.get(name) ?? ''

/** Empty means the organization's default. */
const visibilities = ['', '1', '2', '5', '3', '4']
const nameOf = ({ realm }: Visit) => realm.directory.realm.name
const titleOf = (visit: Visit) => visit.text('join.title', { organization: nameOf(visit) })

async function show(visit: Visit): Promise<Shown> {
  const { app, realm, path, user, query } = visit
  const { directory } = realm
  const joining = await findSignup(app, realm, path.key ?? '').catch(() => undefined)
  if (joining === undefined) return await deadInvitation(visit)
  const { email } = joining
  if (email !== undefined && directory.userByEmail(email) !== undefined) {
    // Users with an account go to the login page.
    return { goTo: `/login?${new URLSearchParams({ username: email, next: landing(visit.app, joining) })}` }
  }
  if (user !== undefined && !query.has('instead')) return askWho(visit, user, email)
  if (email === undefined) return askForAddress(visit, joining)
  return {
    title: titleOf(visit),
    body: html`${aboutOrganization(visit)}${joinForm(visit, joining, email)}`,
  }
}

async function deadInvitation({ app, realm, path, text }: Visit): Promise<Shown> {
  const now = new Date(app.clock.now())
  const old = await expiredInvitation(app.database.db, realm.id, now, path.key ?? '')
  const inviter = realm.directory.users.get(old?.inviterId ?? 0)
  const ask =
    inviter === undefined ? text('join.askSomebody') : text('join.ask', { inviter: inviter.fullName })
  const logIn = html`<a href="/login">${text('join.logIn')}</a>`
  return {
    title: text('join.dead'),
    status: 404,
    body: html`<p>${text(old === undefined ? 'join.deadWhy' : 'join.expired')} ${ask}</p><p>${text('join.already', { logIn })}</p>`,
  }
}

/** Another user is logged in: they may have opened a colleague's link or share a computer. */
function askWho(visit: Visit, { fullName: name }: User, email: string | undefined): Shown {
  const { text } = visit
  return {
    title: titleOf(visit),
    body: html`<p>${text('join.loggedIn', { name: html`<strong>${name}</strong>` })}</p>
      <p><a class="button" href="/">${text('join.goOnAs', { name })}</a></p>
      <p><a class="button plain" href="?instead">${email === undefined ? text('join.asSomebody') : text('join.as', { email })}</a></p>`,
  }
}

function askForAddress(visit: Visit, joining?: Signup): Shown {
  const { text, problem } = visit
  const email = value(visit, 'email')
  const there = `/login?${new URLSearchParams({ ...(email === '' ? {} : { username: email }), ...(joining === undefined ? {} : { next: landing(visit.app, joining) }) })}`
  return {
    title: titleOf(visit),
    body: html`${aboutOrganization(visit)}${joining !== undefined && offer(visit, joining)}
      <p>${text('join.proof')}</p><form method="post">
      ${field(text, 'email', { name: 'email', type: 'email', autocomplete: 'email', value: email }, { problem, isFirst: true })}
      <button>${text('join.goOn')}</button></form>${otherWays(visit)}
      <p class="soft"><a href="${there}">${text('join.haveAccount')}</a></p>`,
  }
}

/** Login providers, which verify an address too. */
function otherWays(visit: Visit): readonly Html[] {
  const { key } = visit.path
  return providerButtons(visit, 'join.with', key === undefined ? {} : { key })
}

/** The inviter, the role and the channels. */
function offer({ text, language }: Visit, { inviter, role, channels }: Signup): Html {
  const as = { role: text(`join.role${role}`) }
  const invited =
    inviter === undefined
      ? text('join.invited', as)
      : text('join.invitedBy', { ...as, inviter: inviter.fullName })
  const names = new Intl.ListFormat(language).format(channels.map(({ name }) => `#${name}`))
  return html`<p>${invited}${names !== '' && html` ${text('join.channels', { channels: names })}`}</p>`
}

function joinForm(visit: Visit, joining: Signup, email: string) {
  const { problem, text } = visit
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone] as const)
  const seenBy = visibilities.map((one) => [one, text(`join.visibility${one || 0}`)] as const)
  return html`${offer(visit, joining)}<form method="post">
    <label>${text('email')}<input value="${email}" autocomplete="username" readonly></label>
    ${field(text, 'join.name', { name: 'full_name', autocomplete: 'name', minlength: 2, maxlength: 100, value: value(visit, 'full_name') }, { problem, isFirst: true })}
    ${
      needsPassword(visit.app, visit.realm.directory) &&
      html`${field(text, 'password', { name: 'password', type: 'password', autocomplete: 'new-password', minlength: 6 }, { problem })}${passwordRule(text, 'password')}`
    }
    ${select(text('join.timezone'), 'timezone', [['', text('join.later')], ...zones], value(visit, 'timezone'))}
    ${select(text('join.visibility'), 'visibility', seenBy, value(visit, 'visibility'))}
    <button>${text('join.join')}</button></form>${otherWays(visit)}`
}

async function submit(visit: Visit): Promise<Shown> {
  const { app, realm, path, headers, address } = visit
  const key = path.key ?? ''
  const joining = await findSignup(app, realm, key)
  if (joining.email === undefined) return await emailLink(visit, key)
  const visibility = value(visit, 'visibility')
  const user = await join(app, realm, key, {
    fullName: value(visit, 'full_name'),
    password: value(visit, 'password'),
    timezone: value(visit, 'timezone'),
    language: visit.languageWanted,
    emailVisibility: /^[1-5]$/.test(visibility) ? Number(visibility) : undefined,
  })
  const { cookies } = await openReportedSession(app, realm, user, { headers, address, remember: true })
  return { goTo: firstView(app, joining), cookies }
}

async function emailLink(visit: Visit, key: string | undefined): Promise<Shown> {
  const { app, realm, address, language } = visit
  const email = value(visit, 'email')
  await requestSignup(app, realm, { email, key, address, language })
  const { text } = visit
  return { title: text('reset.sent'), body: html`<p>${text('join.sentWhat', { email })}</p>` }
}

/** For organizations that require no invitation. */
const openJoining: Page = {
  path: '/join',
  show: (visit) =>
    visit.realm.directory.setting('invite_required')
      ? {
          title: visit.text('join.only'),
          status: 404,
          body: html`<p>${visit.text('join.onlyWhat')}</p>`,
        }
      : askForAddress(visit),
  submit: (visit) => emailLink(visit, undefined),
}

export const invitationPages: Page[] = [
  openJoining,
  { path: '/join/:key', show, submit },
  { path: '/join/:key/', show, submit },
]
