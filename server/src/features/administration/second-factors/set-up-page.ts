import { field } from '../../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { Html, html } from '../../../platform/html.ts'
import { openReportedSession } from '../sign-in/known-browsers.ts'
import { nextOf } from '../sign-in/redirect-target.ts'
import { addPasskey, confirmTotp, startTotp } from './factors.ts'
import { newCredentialIn, newPasskeyForm } from './passkey-login.ts'
import { registrationOptions } from './passkeys.ts'
import { finishSecondStep, type SecondStep, secondStepOf } from './second-step.ts'
import { hasFactor } from './store.ts'

export const setUpPath = '/login/set-up'
/** It can be renamed in the settings. */
const passkeyName = 'Passkey'

/** The login of a user without any factor. With one, the login has to use it, and cannot add another. */
async function stepOf({ app, realm, headers }: Visit): Promise<SecondStep | undefined> {
  const step = await secondStepOf(app, realm, headers)
  return step === undefined || (await hasFactor(app.database.db, step.user.id)) ? undefined : step
}

/** Pages may show images of this server only, so the QR code is part of the page. */
async function setUpForm({ app, realm, text, problem }: Visit, { user }: SecondStep): Promise<Html> {
  const { secret, qrSvg } = await startTotp(app, realm, user)
  const code = { name: 'code', autocomplete: 'one-time-code', maxlength: 40 }
  return html`<p>${text('setUp.explain', { organization: realm.directory.realm.name })}</p>
    <div class="qr">${new Html(qrSvg)}</div>
    <p class="soft">${text('setUp.type')} <code>${secret}</code></p>
    <form method="post">${field(text, 'verify.code', code, { problem, isFirst: true })}
    <button>${text('setUp.confirm')}</button></form>
    ${newPasskeyForm(await registrationOptions(app, realm, user), text('setUp.passkey'))}`
}

/** Adds the passkey that the form brings, or turns on the app whose code it has. Returns the recovery codes. */
async function addFactor({ app, realm, form }: Visit, { user }: SecondStep): Promise<string[]> {
  const credential = newCredentialIn(form)
  if (credential === undefined) return await confirmTotp(app, realm, user, form.get('code') ?? '')
  return (await addPasskey(app, realm, user, { name: passkeyName, credential, isFirst: true })).recoveryCodes
}

/** Lets a login set up the second factor that the organization requires. */
export const setUpPage: Page = {
  path: setUpPath,
  show: async (visit): Promise<Shown> => {
    if (visit.user !== undefined) return { goTo: nextOf(visit) }
    const step = await stepOf(visit)
    if (step === undefined) return { goTo: '/login' }
    return { title: visit.text('setUp.title'), body: await setUpForm(visit, step) }
  },
  submit: async (visit): Promise<Shown> => {
    const { app, realm, headers, address, text } = visit
    const step = await stepOf(visit)
    if (step === undefined) return { goTo: '/login' }
    const { login, user } = step
    const codes = await addFactor(visit, step)
    const { cookies } = await openReportedSession(app, realm, user, {
      headers,
      address,
      remember: login.remember,
    })
    const ended = (await finishSecondStep(app, realm, step)) ?? []
    return {
      title: text('setUp.done'),
      body: html`<p>${text('setUp.codes')}</p><ul class="codes">${codes.map((one) => html`<li><code>${one}</code></li>`)}</ul>
        <p><a class="button" href="${nextOf(visit)}">${text('setUp.goOn')}</a></p>`,
      cookies: [...cookies, ...ended],
    }
  },
}
