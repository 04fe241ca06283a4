import { field, type Html, html, select } from '../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../pages/pages.ts'
import { openSession } from '../../sessions/sessions.ts'
import { providerButtons } from '../external-login/buttons.ts'
import { findJoining, type Joining, join, needsPassword, requestJoining } from './join.ts'

const value = ({ form }: Visit, name: string) => form.get(name) ?? ''

const visibilities = [
  ['', 'As the organization has it'],
  ['1', 'Everyone'],
  ['2', 'Members'],
  ['5', 'Moderators'],
  ['3', 'Administrators'],
  ['4', 'Nobody'],
] as const

async function show(visit: Visit): Promise<Shown> {
  const { app, realm, path } = visit
  const { directory } = realm
  const { name } = directory.realm
  const joining = await findJoining(app, realm, path.key ?? '').catch(() => undefined)
  if (joining === undefined) {
    return {
      title: 'This invitation no longer works',
      status: 404,
      body: html`<p>It has been used, was taken back, or is too old. Ask whoever invited you for a new one.</p>`,
    }
  }
  if (joining.email === undefined) return askForAddress(visit)
  if (directory.userByEmail(joining.email) !== undefined) return { goTo: '/login' }
  return { title: `Join ${name}`, body: joinForm(visit, joining, joining.email) }
}

const askForAddress = (visit: Visit): Shown => ({
  title: `Join ${visit.realm.directory.realm.name}`,
  body: html`<p>We mail you a link, to know that the address is yours.</p><form method="post">
    ${field('Email', { name: 'email', type: 'email', autocomplete: 'email', value: value(visit, 'email') })}
    <button>Go on</button></form>${otherWays(visit)}`,
})

/** Somebody else can know that an address is theirs, too. */
function otherWays({ app, realm, path }: Visit): readonly Html[] {
  return providerButtons(app, realm, 'Join', path.key === undefined ? {} : { key: path.key })
}

function joinForm(visit: Visit, joining: Joining, email: string) {
  const channels = joining.channels.map((channel) => channel.name).join(', ')
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone] as const)
  return html`
    ${joining.inviter !== undefined && html`<p>${joining.inviter.fullName} has invited you.</p>`}
    <form method="post">
    <label>Email<input value="${email}" autocomplete="username" readonly></label>
    ${field('Your name', { name: 'full_name', autocomplete: 'name', minlength: 2, maxlength: 100, value: value(visit, 'full_name') })}
    ${needsPassword(visit.app, visit.realm.directory) && field('Password', { name: 'password', type: 'password', autocomplete: 'new-password', minlength: 6 })}
    ${select('Time zone', 'timezone', [['', 'Choose later'], ...zones], value(visit, 'timezone'))}
    ${select('Who sees your address', 'visibility', visibilities, value(visit, 'visibility'))}
    <button>Join</button></form>${otherWays(visit)}
    ${channels !== '' && html`<p class="soft">You will be in: ${channels}</p>`}`
}

async function submit(visit: Visit): Promise<Shown> {
  const { app, realm, path, headers, address } = visit
  const key = path.key ?? ''
  const joining = await findJoining(app, realm, key)
  if (joining.email === undefined) return await mailLink(visit, key)
  const visibility = value(visit, 'visibility')
  const user = await join(app, realm, key, {
    fullName: value(visit, 'full_name'),
    password: value(visit, 'password'),
    timezone: value(visit, 'timezone'),
    emailVisibility: /^[1-5]$/.test(visibility) ? Number(visibility) : undefined,
  })
  const { cookies } = await openSession(app, realm, user, { headers, address, remember: true })
  return { goTo: '/', cookies }
}

async function mailLink(visit: Visit, key: string | undefined): Promise<Shown> {
  const { app, realm, address } = visit
  const email = value(visit, 'email')
  await requestJoining(app, realm, { email, key, address })
  return { title: 'Look into your mail', body: html`<p>A link is on its way to ${email}.</p>` }
}

/** Where no invitation is needed. */
const openJoining: Page = {
  path: '/join',
  show: (visit) =>
    visit.realm.directory.setting('invite_required')
      ? {
          title: 'By invitation only',
          status: 404,
          body: html`<p>Ask somebody who is here already to invite you.</p>`,
        }
      : askForAddress(visit),
  submit: (visit) => mailLink(visit, undefined),
}

export const invitationPages: Page[] = [
  openJoining,
  { path: '/join/:key', show, submit },
  { path: '/join/:key/', show, submit },
]
