import { field } from '../../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { Html, html } from '../../../platform/html.ts'
import { openSession } from '../../../sessions/sessions.ts'
import { nextOf } from '../sign-in/redirect-target.ts'
import { sendLoginEmail } from '../sign-in/sessions.ts'
import { confirmTotp, startTotp } from './factors.ts'
import { finishSecondStep, type SecondStep, secondStepOf } from './second-step.ts'
import { hasFactor } from './store.ts'

export const setUpPath = '/login/set-up'

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
    <button>${text('setUp.confirm')}</button></form>`
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
    const { app, realm, form, headers, address, text } = visit
    const step = await stepOf(visit)
    if (step === undefined) return { goTo: '/login' }
    const { login, user } = step
    const codes = await confirmTotp(app, realm, user, form.get('code') ?? '')
    const { cookies } = await openSession(app, realm, user, { headers, address, remember: login.remember })
    const ended = (await finishSecondStep(app, realm, step)) ?? []
    await sendLoginEmail(app, realm, user, { userAgent: headers['user-agent'] ?? '', address })
    return {
      title: text('setUp.done'),
      body: html`<p>${text('setUp.codes')}</p><ul class="codes">${codes.map((one) => html`<li><code>${one}</code></li>`)}</ul>
        <p><a class="button" href="${nextOf(visit)}">${text('setUp.goOn')}</a></p>`,
      cookies: [...cookies, ...ended],
    }
  },
}
