import type { Role } from '@loquat/contract'
import type { User } from '../../directory/directory.ts'
import { field, type Html, html, passwordRule, select } from '../../pages/layout.ts'
import type { Page, Shown, Visit } from '../../pages/pages.ts'
import { openSession } from '../../sessions/sessions.ts'
import { providerButtons } from '../external-login/buttons.ts'
import { aboutOrganization } from '../sign-in/login-page.ts'
import { findJoining, type Joining, join, needsPassword, requestJoining } from './join.ts'
import { expiredInvitation } from './store.ts'

const value = ({ form }: Visit, name: string) => form.get(name) ?? ''

const visibilities = [
  ['', 'As the organization has it'],
  ['1', 'Everyone'],
  ['2', 'Members'],
  ['5', 'Moderators'],
  ['3', 'Administrators'],
  ['4', 'Nobody'],
] as const

const roles: Readonly<Record<Role, string>> = {
  100: 'an owner',
  200: 'an administrator',
  300: 'a moderator',
  400: 'a member',
  600: 'a guest',
}

async function show(visit: Visit): Promise<Shown> {
  const { app, realm, path, user, query } = visit
  const { directory } = realm
  const { name } = directory.realm
  const joining = await findJoining(app, realm, path.key ?? '').catch(() => undefined)
  if (joining === undefined) return await deadInvitation(visit)
  const { email } = joining
  if (email !== undefined && directory.userByEmail(email) !== undefined) {
    // Whoever has an account wants to get there, not to have another one.
    return { goTo: `/login?${new URLSearchParams({ username: email, next: landing(visit, joining) })}` }
  }
  if (user !== undefined && !query.has('instead')) return askWho(visit, user, email)
  if (email === undefined) return askForAddress(visit, joining)
  return {
    title: `Join ${name}`,
    body: html`${aboutOrganization(visit)}${joinForm(visit, joining, email)}`,
  }
}

async function deadInvitation({ app, realm, path }: Visit): Promise<Shown> {
  const now = new Date(app.clock.now())
  const old = await expiredInvitation(app.database.db, realm.id, now, path.key ?? '')
  const inviter = realm.directory.users.get(old?.inviterId ?? 0)
  const ask = html`Ask ${inviter?.fullName ?? 'whoever invited you'} for a new one.`
  const why =
    old === undefined ? html`It has been used, was taken back, or is too old.` : html`It has expired.`
  return {
    title: 'This invitation no longer works',
    status: 404,
    body: html`<p>${why} ${ask}</p><p>If you have joined already, <a href="/login">log in</a>.</p>`,
  }
}

/** Somebody else is logged in here: perhaps they opened their colleague's link, perhaps they share a computer. */
const askWho = (visit: Visit, user: User, email: string | undefined): Shown => ({
  title: `Join ${visit.realm.directory.realm.name}`,
  body: html`<p>You are logged in as <strong>${user.fullName}</strong> in this browser.</p>
    <p><a class="button" href="/">Go on as ${user.fullName}</a></p>
    <p><a class="button plain" href="?instead">Join as ${email ?? 'somebody else'}</a></p>`,
})

const askForAddress = (visit: Visit, joining?: Joining): Shown => ({
  title: `Join ${visit.realm.directory.realm.name}`,
  body: html`${aboutOrganization(visit)}${joining !== undefined && offer(joining)}
    <p>We mail you a link, to know that the address is yours.</p><form method="post">
    ${field('Email', { name: 'email', type: 'email', autocomplete: 'email', value: value(visit, 'email') }, { problem: visit.problem, isFirst: true })}
    <button>Go on</button></form>${otherWays(visit)}`,
})

/** Somebody else can know that an address is theirs, too. */
function otherWays({ app, realm, path }: Visit): readonly Html[] {
  return providerButtons(app, realm, 'Join', path.key === undefined ? {} : { key: path.key })
}

/** Who invites, as what, and where one will be. */
function offer({ inviter, role, channels }: Joining): Html {
  const names = channels.map(({ name }) => `#${name}`).join(', ')
  const invited = inviter === undefined ? 'You are invited' : `${inviter.fullName} has invited you`
  return html`<p>${invited} as ${roles[role]}.${names !== '' && ` You will be in ${names}.`}</p>`
}

function joinForm(visit: Visit, joining: Joining, email: string) {
  const { problem } = visit
  const zones = Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone] as const)
  return html`${offer(joining)}<form method="post">
    <label>Email<input value="${email}" autocomplete="username" readonly></label>
    ${field('Your name', { name: 'full_name', autocomplete: 'name', minlength: 2, maxlength: 100, value: value(visit, 'full_name') }, { problem, isFirst: true })}
    ${
      needsPassword(visit.app, visit.realm.directory) &&
      html`${field('Password', { name: 'password', type: 'password', autocomplete: 'new-password', minlength: 6 }, { problem })}${passwordRule}`
    }
    ${select('Time zone', 'timezone', [['', 'Choose later'], ...zones], value(visit, 'timezone'))}
    ${select('Who sees your address', 'visibility', visibilities, value(visit, 'visibility'))}
    <button>Join</button></form>${otherWays(visit)}`
}

/** Where newcomers begin: in the first channel that they were invited to. The app opens the box to write in for them. */
function landing({ app }: Visit, { channels: [first] }: Joining): string {
  return app.config.webApp && first !== undefined ? `/c/${first.id}` : '/'
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
  const there = landing(visit, joining)
  return { goTo: there === '/' ? there : `${there}?welcome`, cookies }
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
