import { apiError } from '@loquat/contract'
import type { User } from '../../../directory/directory.ts'
import type { Page, Shown, Visit } from '../../../pages/pages.ts'
import { html } from '../../../platform/html.ts'
import { joinPath, joinUrl } from './bigbluebutton.ts'
import { connectZoom, zoomOf } from './zoom.ts'

const registerPath = '/calls/zoom/register'
const completePath = '/calls/zoom/complete'
/** Time to log in at Zoom. */
const stateMs = 600_000
const purpose = 'zoom'

/** Shows the page to users who are logged in; others log in first. */
const forUsers =
  (path: string, show: (visit: Visit, user: User) => Shown | Promise<Shown>): Page['show'] =>
  (visit) => {
    if (visit.user !== undefined) return show(visit, visit.user)
    const next = visit.rawQuery === '' ? path : `${path}?${visit.rawQuery}`
    return { goTo: `/login?next=${encodeURIComponent(next)}` }
  }

/** The state names the user, so that nobody can connect an account of Zoom to somebody else. */
const signedText = ({ realm }: Visit, user: User, until: string) => `${realm.id} ${user.id} ${until}`

const redirectUri = ({ realm }: Visit) => `${realm.directory.url}${completePath}`

const register: Page = {
  path: registerPath,
  show: forUsers(registerPath, (visit, user) => {
    const { app } = visit
    const { clientId, loginUrl } = zoomOf(app)
    const until = String(app.clock.now() + stateMs)
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri(visit),
      state: `${until}.${app.signer.sign(purpose, signedText(visit, user, until))}`,
    })
    return { goTo: `${loginUrl}/oauth/authorize?${query}` }
  }),
}

const complete: Page = {
  path: completePath,
  show: forUsers(completePath, async (visit, user) => {
    const { app, realm, query, text } = visit
    const [until = '', signature = ''] = (query.get('state') ?? '').split('.')
    const isOurs = app.signer.isSigned(purpose, signedText(visit, user, until), signature)
    const code = query.get('code') ?? ''
    // Without a code, the user did not agree.
    if (!isOurs || Number(until) < app.clock.now() || code === '') throw apiError('zoom-token-invalid')
    await connectZoom(app, realm, user, { code, redirectUri: redirectUri(visit) })
    return { title: text('zoom.connected'), body: html`<p>${text('zoom.close')}</p>` }
  }),
}

const join: Page = {
  path: joinPath,
  show: forUsers(joinPath, async ({ app, realm, query }, user) => ({
    goTo: await joinUrl(app, realm, user, query.get('meeting') ?? ''),
  })),
}

export const videoProviderPages: Page[] = [register, complete, join]
