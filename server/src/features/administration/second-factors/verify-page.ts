import { WireError } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { field } from '../../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { html } from '../../../platform/html.ts'
import { openReportedSession } from '../sign-in/known-browsers.ts'
import { nextOf } from '../sign-in/redirect-target.ts'
import { assertCode } from './codes.ts'
import { credentialIn, passkeyForm } from './passkey-login.ts'
import { type PasskeyRow, passkeysOf } from './passkey-store.ts'
import { authenticationOptions, verifyPasskey } from './passkeys.ts'
import {
  finishSecondStep,
  rememberBrowser,
  rememberedDays,
  type SecondStep,
  secondStepOf,
  startSecondStep,
} from './second-step.ts'

const verifyPath = '/login/verify'

/** Redirects to the second step of a login, or to setting up a factor. */
export async function goToSecondStep(
  visit: Visit,
  user: User,
  remember: boolean,
  path: string = verifyPath,
): Promise<Shown> {
  const cookies = await startSecondStep(visit.app, visit.realm, user, remember)
  const next = nextOf(visit)
  return { goTo: next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`, cookies }
}

const stepOf = ({ app, realm, headers }: Visit) => secondStepOf(app, realm, headers)

function passkeyStep({ app, realm, text }: Visit, { login }: SecondStep, known: PasskeyRow[]) {
  if (known.length === 0) return false
  const purpose = { kind: 'second step', loginId: login.id } as const
  return passkeyForm(authenticationOptions(app, realm, purpose, known), text('verify.passkey'))
}

function codeForm({ text, problem }: Visit, { login }: SecondStep, hasPasskey: boolean) {
  const code = { name: 'code', autocomplete: 'one-time-code', maxlength: 40 }
  return html`<p>${hasPasskey ? text('verify.explainPasskey') : text('verify.explain')}</p><form method="post">
    ${field(text, 'verify.code', code, { problem, isFirst: true })}
    ${
      // A browser on a shared computer is not remembered.
      login.remember &&
      html`<label class="check"><input type="checkbox" name="remember_browser"> ${text('verify.remember', { days: String(rememberedDays) })}</label>`
    }
    <button>${text('logIn')}</button></form>
    <p class="soft">${text('verify.lost')}</p>`
}

async function assertAnswer({ app, realm, form, address }: Visit, { login, user }: SecondStep) {
  const credential = credentialIn(form)
  if (credential === undefined) {
    await assertCode(app, realm, user, form.get('code') ?? '', { address, wrong: 'second-factor-wrong' })
    return
  }
  await verifyPasskey(app, realm, { kind: 'second step', loginId: login.id }, credential, user)
}

/** The second step of a login: a code or a passkey, after the password. */
export const verifyPage: Page = {
  path: verifyPath,
  show: async (visit) => {
    if (visit.user !== undefined) return { goTo: nextOf(visit) }
    const step = await stepOf(visit)
    if (step === undefined) return { goTo: '/login' }
    const known = await passkeysOf(visit.app.database.db, step.user.id)
    return {
      title: visit.text('verify.title'),
      body: html`${passkeyStep(visit, step, known)}${codeForm(visit, step, known.length > 0)}<p><a href="/login">${visit.text('login.back')}</a></p>`,
    }
  },
  submit: async (visit) => {
    const { app, realm, form, headers, address } = visit
    const step = await stepOf(visit)
    if (step === undefined) return { goTo: '/login' }
    const { login, user } = step
    await assertAnswer(visit, step).catch((error: unknown) => {
      if (error instanceof WireError) app.metrics.loginFailed(error.reason)
      throw error
    })
    const finished = await finishSecondStep(app, realm, step)
    if (finished === undefined) return { goTo: '/login' }
    const { cookies } = await openReportedSession(app, realm, user, {
      headers,
      address,
      remember: login.remember,
    })
    const isRemembered = login.remember && form.has('remember_browser')
    const remembered = isRemembered ? await rememberBrowser(app, realm, user, { headers, address }) : []
    return { goTo: nextOf(visit), cookies: [...cookies, ...finished, ...remembered] }
  },
}
