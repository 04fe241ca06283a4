import { admitsSpectators } from '../../../directory/spectator.ts'
import { organizationContext } from '../../../markdown/directory-context.ts'
import { renderDescription } from '../../../markdown/render.ts'
import { field } from '../../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { Html, html } from '../../../platform/html.ts'
import { otherOrganizations } from '../../../sessions/organizations.ts'
import { providerButtons } from '../external-login/buttons.ts'
import { credentialIn, logInByPasskey, passkeyForm } from '../second-factors/passkey-login.ts'
import { authenticationOptions } from '../second-factors/passkeys.ts'
import { isOverdue } from '../second-factors/requirement.ts'
import { needsSecondStep } from '../second-factors/second-step.ts'
import { setUpPath } from '../second-factors/set-up-page.ts'
import { goToSecondStep } from '../second-factors/verify-page.ts'
import { isMethodEnabled, keepsPasswordsForOwners, usesPasswords } from '../server-settings/authentication.ts'
import { openReportedSession } from './known-browsers.ts'
import { logIn } from './log-in.ts'
import { nextOf } from './redirect-target.ts'

const value = ({ form }: Visit, name: string) => form.get(name) ?? ''

/** The organization's description. */
export function aboutOrganization({ realm: { directory } }: Visit): Html | false {
  const text = directory.setting('description')
  if (text.trim() === '') return false
  return html`<div class="soft">${new Html(renderDescription(text, organizationContext(directory)))}</div>`
}

/** Where passwords are off for others, owners get to the form by a link. */
function ownerLink({ app, realm, text, query, form }: Visit): Html | false {
  const isClosed = !usesPasswords(app.config, realm.directory) && !query.has('owner') && form.size === 0
  if (!isClosed || !keepsPasswordsForOwners(app.config, realm.directory)) return false
  return html`<p class="soft"><a href="/login?owner">${text('login.owner')}</a></p>`
}

function passwordForm(visit: Visit): Html | false {
  const { app, realm, form, problem, query, text } = visit
  const isOpenToOwners =
    (query.has('owner') || form.size > 0) && keepsPasswordsForOwners(app.config, realm.directory)
  if (!usesPasswords(app.config, realm.directory) && !isOpenToOwners) return false
  const known = value(visit, 'username') || (query.get('username') ?? '')
  const username = { name: 'username', autocomplete: 'username', value: known }
  return html`<form method="post">
    ${
      isMethodEnabled(app.config, realm.directory, 'LDAP')
        ? field(text, 'login.emailOrName', username, { problem, isFirst: known === '' })
        : field(text, 'email', { ...username, type: 'email' }, { problem, isFirst: known === '' })
    }
    ${field(text, 'password', { name: 'password', type: 'password', autocomplete: 'current-password' }, { problem, isFirst: known !== '' })}
    <label class="check"><input type="checkbox" name="shared"> ${text('login.shared')}</label>
    <button>${text('logIn')}</button></form>
    ${(isOpenToOwners || isMethodEnabled(app.config, realm.directory, 'Email')) && html`<p class="soft"><a href="/login/forgot">${text('login.forgot')}</a></p>`}`
}

function passkeyLogin({ app, realm, text }: Visit): Html | false {
  if (!usesPasswords(app.config, realm.directory)) return false
  return passkeyForm(authenticationOptions(app, realm, { kind: 'login' }), text('login.passkey'))
}

function spectatorLink({ app, realm, text }: Visit): Html | false {
  const isOpen = app.config.webApp && admitsSpectators(realm.directory, app.config.webPublicChannels)
  return isOpen && html`<p><a class="button plain" href="/recent">${text('login.lookAround')}</a></p>`
}

/** Other organizations used in this browser. */
function others({ app, realm, headers, text }: Visit): Html | false {
  const known = otherOrganizations(app, realm, headers)
  if (known.length === 0) return false
  return html`<p class="soft">${text('login.others')}</p><ul>${known.map(
    ({ name, url }) => html`<li><a href="${url}/">${name}</a></li>`,
  )}</ul>`
}

function show(visit: Visit): Shown {
  const { realm, user, text } = visit
  const { name: organization, deactivated } = realm.directory.realm
  if (user !== undefined) return { goTo: nextOf(visit) }
  if (deactivated) {
    return {
      title: text('login.closed', { organization }),
      status: 403,
      body: html`<p>${text('login.closedWhy')}</p>${others(visit)}`,
    }
  }
  return {
    title: text('login.title', { organization }),
    body: html`${aboutOrganization(visit)}${passwordForm(visit)}${passkeyLogin(visit)}${providerButtons(visit, 'login.with', { next: nextOf(visit) })}${ownerLink(visit)}${spectatorLink(visit)}${others(visit)}`,
  }
}

const logInByPassword = (visit: Visit) =>
  logIn(visit.app, visit.realm, {
    username: value(visit, 'username'),
    password: value(visit, 'password'),
    address: visit.address,
    language: visit.languageWanted,
    showAllowance: () => {},
  })

export const loginPage: Page = {
  path: '/login',
  show,
  submit: async (visit) => {
    const { app, realm, headers, address } = visit
    const remember = !visit.form.has('shared')
    const credential = credentialIn(visit.form)
    const user =
      credential === undefined
        ? await logInByPassword(visit)
        : await logInByPasskey(app, realm, credential, address)
    // A passkey is two factors: having it, and unlocking it.
    const isComplete = credential !== undefined || !(await needsSecondStep(app, realm, user, headers))
    if (!isComplete) return await goToSecondStep(visit, user, remember)
    if (await isOverdue(app, realm, user)) return await goToSecondStep(visit, user, remember, setUpPath)
    const { cookies } = await openReportedSession(app, realm, user, { headers, address, remember })
    return { goTo: nextOf(visit), cookies }
  },
}
