import { WireError } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import { field } from '../../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { html } from '../../../platform/html.ts'
import { openSession } from '../../../sessions/sessions.ts'
import { nextOf } from '../sign-in/redirect-target.ts'
import { sendLoginEmail } from '../sign-in/sessions.ts'
import { assertCode } from './codes.ts'
import {
  finishSecondStep,
  rememberBrowser,
  rememberedDays,
  type SecondStep,
  secondStepOf,
  startSecondStep,
} from './second-step.ts'

const path = '/login/verify'

/** Redirects to the second step of a login. */
export async function goToSecondStep(visit: Visit, user: User, remember: boolean): Promise<Shown> {
  const cookies = await startSecondStep(visit.app, visit.realm, user, remember)
  const next = nextOf(visit)
  return { goTo: next === '/' ? path : `${path}?next=${encodeURIComponent(next)}`, cookies }
}

const stepOf = ({ app, realm, headers }: Visit) => secondStepOf(app, realm, headers)

function codeForm({ text, problem }: Visit, { login }: SecondStep) {
  const code = { name: 'code', autocomplete: 'one-time-code', maxlength: 40 }
  return html`<p>${text('verify.explain')}</p><form method="post">
    ${field(text, 'verify.code', code, { problem, isFirst: true })}
    ${
      // A browser on a shared computer is not remembered.
      login.remember &&
      html`<label class="check"><input type="checkbox" name="remember_browser"> ${text('verify.remember', { days: String(rememberedDays) })}</label>`
    }
    <button>${text('logIn')}</button></form>
    <p class="soft">${text('verify.lost')}</p>`
}

/** The second step of a login: a code, after the password. */
export const verifyPage: Page = {
  path,
  show: async (visit) => {
    if (visit.user !== undefined) return { goTo: nextOf(visit) }
    const step = await stepOf(visit)
    if (step === undefined) return { goTo: '/login' }
    return {
      title: visit.text('verify.title'),
      body: html`${codeForm(visit, step)}<p><a href="/login">${visit.text('login.back')}</a></p>`,
    }
  },
  submit: async (visit) => {
    const { app, realm, form, headers, address } = visit
    const step = await stepOf(visit)
    if (step === undefined) return { goTo: '/login' }
    const { login, user } = step
    await assertCode(app, realm, user, form.get('code') ?? '', {
      address,
      wrong: 'second-factor-wrong',
    }).catch((error: unknown) => {
      if (error instanceof WireError) app.metrics.loginFailed(error.reason)
      throw error
    })
    const finished = await finishSecondStep(app, realm, step)
    if (finished === undefined) return { goTo: '/login' }
    const { cookies } = await openSession(app, realm, user, { headers, address, remember: login.remember })
    const isRemembered = login.remember && form.has('remember_browser')
    const remembered = isRemembered ? await rememberBrowser(app, realm, user, { headers, address }) : []
    await sendLoginEmail(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
    return { goTo: nextOf(visit), cookies: [...cookies, ...finished, ...remembered] }
  },
}
