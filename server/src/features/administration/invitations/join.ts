import { apiError, type Role, type UserSettings } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Language } from '../../../texts/texts.ts'
import { canonicalTimezone } from '../../identity/user-settings/timezones.ts'
import { checkedPasswordHash } from '../../identity/users/passwords.ts'
import { checkedFullName, parseEmail } from '../../identity/users/rules.ts'
import { defaultChannelsOf } from '../../places/channels/newcomers.ts'
import { createUser, type NewUser } from '../accounts/create.ts'
import { welcome } from '../accounts/welcome.ts'
import { assertAllowedAddress } from '../domains/rules.ts'
import { saveExpiry } from '../guest-expiry/store.ts'
import { isMethodEnabled } from '../server-settings/authentication.ts'
import { attemptFrom, countAttempts } from '../sign-in/attempts.ts'
import { consumeLink, findLink, insertLink } from '../sign-in/link-store.ts'
import { confirmAddressEmail, joinUrl } from './emails.ts'
import { cancelReminders } from './jobs.ts'
import { publishInvitations } from './publish.ts'
import {
  deleteInvitations,
  type Invitation,
  invitationLinks,
  invitations,
  type PendingInvitation,
} from './store.ts'

/** The account that a key allows creating. */
export interface Signup {
  /** Undefined for a multi-use link, which needs a confirmed address first. */
  email: string | undefined
  inviter: User | undefined
  role: Role
  channels: Channel[]
  groupIds: number[]
  /** For guests that expire. */
  expiry?: { at: Date; inviterId: number } | undefined
  source: { invitation: Invitation } | { link: PendingInvitation } | { linkId: number } | { openSignup: true }
}

const daySeconds = 24 * 60 * 60

/** Resolves the key of an email invitation, a multi-use link, or an address confirmation. */
export async function findSignup(app: App, realm: Realm, key: string): Promise<Signup> {
  const { directory } = realm
  const { db } = app.database
  const now = new Date(app.clock.now())
  if (directory.realm.deactivated) {
    throw apiError('organization-deactivated')
  }
  const [invitation] = await invitations(db, realm.id, now, { key })
  if (invitation !== undefined) return signupFrom(directory, invitation, { invitation }, invitation.email)
  const [link] = await invitationLinks(db, realm.id, now, { key })
  if (link !== undefined) return signupFrom(directory, link, { link })
  const mailed = await findLink(db, realm.id, 'join', key, app.clock.now())
  if (mailed === undefined) throw apiError('invitation-expired')
  const { invitationLinkId } = mailed.data as { invitationLinkId?: number }
  if (invitationLinkId === undefined) {
    if (directory.setting('invite_required')) throw apiError('invitation-expired')
    return openSignup(directory, mailed.email, { linkId: mailed.id })
  }
  const [origin] = await invitationLinks(db, realm.id, now, { id: invitationLinkId })
  if (origin === undefined) throw apiError('invitation-expired')
  return { ...signupFrom(directory, origin, { linkId: mailed.id }, mailed.email), inviter: undefined }
}

/** For organizations that require no invitation. */
const openSignup = (directory: Directory, email: string, source: Signup['source']): Signup => ({
  email,
  inviter: undefined,
  role: 400,
  channels: defaultChannelsOf(directory),
  groupIds: [],
  source,
})

/** Resolves a verified address without a key: an existing invitation, or open registration. */
export async function findSignupByEmail(
  app: App,
  realm: Realm,
  email: string,
  { isOpen }: { isOpen: boolean },
): Promise<Signup | undefined> {
  const { directory } = realm
  const now = new Date(app.clock.now())
  const [invitation] = await invitations(app.database.db, realm.id, now, { email })
  if (invitation !== undefined) return signupFrom(directory, invitation, { invitation }, email)
  if (!isOpen && directory.setting('invite_required')) return undefined
  return openSignup(directory, email, { openSignup: true })
}

function signupFrom(
  directory: Directory,
  invitation: PendingInvitation,
  source: Signup['source'],
  email?: string,
): Signup {
  const listed = invitation.channelIds.flatMap((id) => directory.channels.get(id) ?? [])
  const all = invitation.includeDefaults ? [...listed, ...defaultChannelsOf(directory)] : listed
  return {
    email,
    inviter: directory.users.get(invitation.inviterId),
    role: invitation.role,
    channels: [...new Set(all)].filter((channel) => !channel.isArchived),
    groupIds: invitation.groupIds,
    expiry: invitation.accountExpiresAt
      ? { at: invitation.accountExpiresAt, inviterId: invitation.inviterId }
      : undefined,
    source,
  }
}

/** Emails a personal link, which proves ownership of the address. */
export async function requestSignup(
  app: App,
  realm: Realm,
  request: { email: string; key: string | undefined; address: string; language?: Language },
): Promise<void> {
  const { directory } = realm
  const signup = request.key === undefined ? undefined : await findSignup(app, realm, request.key)
  if (signup === undefined && directory.setting('invite_required')) {
    throw apiError('signup-invitation-required')
  }
  const email = parseEmail(request.email)
  if (email === undefined) throw apiError('email-address-invalid')
  await realm.decideFresh(() => assertMaySignUp(directory, email))
  await countAttempts(app, realm, attemptFrom('email from', request.address))
  const link = signup !== undefined && 'link' in signup.source ? signup.source.link : undefined
  await realm.transact(async (tx) => {
    const key = await insertLink(tx, {
      purpose: 'join',
      userId: null,
      email,
      ...(link === undefined ? {} : { data: { invitationLinkId: link.id } }),
      now: app.clock.now(),
      seconds: daySeconds,
    })
    const url = joinUrl(directory, key)
    await sendEmail(tx, confirmAddressEmail(directory, email, url, request.language))
  })
}

function assertMaySignUp(directory: Directory, email: string): void {
  assertAllowedAddress(directory, email)
  if (directory.userByEmail(email) !== undefined) {
    throw apiError('email-address-taken')
  }
}

export interface SignupForm {
  fullName: string
  password: string
  timezone: string
  emailVisibility: number | undefined
  /** Default: the organization's language. */
  language?: Language | undefined
}

/** Creates the account for a key. Concurrent uses of one key create only one account. */
export async function join(app: App, realm: Realm, key: string, newcomer: SignupForm): Promise<User> {
  const { directory } = realm
  const signup = await findSignup(app, realm, key)
  const { email } = signup
  if (email === undefined) throw apiError('signup-email-missing')
  await realm.decideFresh(() => {
    if (directory.realm.signInPolicy.single_sign_on_only !== 'off')
      throw apiError('signup-single-sign-on-only')
    assertMaySignUp(directory, email)
    checkedFullName(directory, newcomer.fullName)
  })
  const timezone = canonicalTimezone(newcomer.timezone)
  const passwordHash = needsPassword(app, directory)
    ? await checkedPasswordHash(app, directory, newcomer.password)
    : null
  return await accept(app, realm, signup, {
    email,
    fullName: newcomer.fullName,
    passwordHash,
    timezone,
    language: newcomer.language,
    emailVisibility: newcomer.emailVisibility as UserSettings['email_address_visibility'] | undefined,
  })
}

/** Only if the organization uses local passwords. */
export const needsPassword = ({ config }: App, directory: Directory) =>
  isMethodEnabled(config, directory, 'Email')

/** Creates the account for a resolved invitation. */
export async function accept(
  app: App,
  realm: Realm,
  signup: Signup,
  person: Omit<NewUser, 'role' | 'channels' | 'groups'>,
): Promise<User> {
  const { directory } = realm
  const { source } = signup
  const id = await createUser(realm, {
    ...person,
    role: signup.role,
    channels: signup.channels,
    groups: signup.groupIds.flatMap((groupId) => {
      const group = directory.groups.get(groupId)
      return group === undefined || group.deactivated ? [] : [group]
    }),
    within: async (tx, user) => {
      if ('linkId' in source) {
        if (!(await consumeLink(tx, source.linkId))) throw apiError('invitation-expired')
      } else if ('invitation' in source) await consumeInvitation(app, tx, directory, source.invitation)
      const { expiry } = signup
      if (expiry !== undefined) await saveExpiry(tx, user.id, expiry.at, expiry.inviterId)
      await person.within?.(tx, user)
    },
  })
  const inviterId =
    'invitation' in source && source.invitation.notifyInviter ? source.invitation.inviterId : undefined
  await welcome(app, realm, id, { inviterId })
  const user = directory.users.get(id)
  if (user === undefined) throw new Error(`The new account ${id} is not in the directory.`)
  return user
}

/** Deletes this and all other invitations for the address. */
async function consumeInvitation(app: App, tx: Tx, directory: Directory, used: Invitation): Promise<void> {
  const all = await invitations(tx.db, tx.realmId, new Date(app.clock.now()), { email: used.email })
  if (!all.some((one) => one.id === used.id)) throw apiError('invitation-expired')
  const ids = all.map((one) => one.id)
  await deleteInvitations(tx, 'invitation', ids)
  await cancelReminders(tx, ids)
  for (const inviterId of new Set(all.map((one) => one.inviterId))) {
    publishInvitations(tx, directory, inviterId)
  }
}
