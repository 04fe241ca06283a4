import { type Role, refuse, type UserSettings } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import type { Realm } from '../../../realms/realm.ts'
import type { Language } from '../../../texts/texts.ts'
import { canonicalTimezone } from '../../identity/user-settings/timezones.ts'
import { checkedPasswordHash } from '../../identity/users/passwords.ts'
import { addressIn, checkedFullName } from '../../identity/users/rules.ts'
import { defaultChannelsOf } from '../../places/channels/newcomers.ts'
import { createUser, type NewUser } from '../accounts/create.ts'
import { welcome } from '../accounts/welcome.ts'
import { checkAddress } from '../domains/rules.ts'
import { methodWorks } from '../server-settings/authentication.ts'
import { attemptFrom, countAttempts } from '../sign-in/attempts.ts'
import { findLink, insertLink, takeLink } from '../sign-in/link-store.ts'
import { confirmAddressEmail, joinUrl } from './emails.ts'
import { cancelReminders } from './jobs.ts'
import { publishInvitations } from './publish.ts'
import { deleteInvitations, type Invitation, invitationLinks, invitations, type Waiting } from './store.ts'

/** What somebody with a key can have. */
export interface Joining {
  /** Whose account it will be; undefined with a link for anybody, which makes no account by itself. */
  email: string | undefined
  inviter: User | undefined
  role: Role
  channels: Channel[]
  groupIds: number[]
  source: { invitation: Invitation } | { link: Waiting } | { linkId: number } | { openDoor: true }
}

const day = 24 * 60 * 60
const invalid = () =>
  refuse('RecordNotFound', 'This invitation has already been used, was revoked, or has expired.')

/** A key is that of an invitation by mail, of a link for anybody, or of the mail that such a link led to. */
export async function findJoining(app: App, realm: Realm, key: string): Promise<Joining> {
  const { directory } = realm
  const { db } = app.database
  const now = new Date(app.clock.now())
  if (directory.realm.deactivated) {
    throw refuse('RealmDeactivated', 'This organization has been deactivated.')
  }
  const [invitation] = await invitations(db, realm.id, now, { key })
  if (invitation !== undefined) return joiningOf(directory, invitation, { invitation }, invitation.email)
  const [link] = await invitationLinks(db, realm.id, now, { key })
  if (link !== undefined) return joiningOf(directory, link, { link })
  const mailed = await findLink(db, realm.id, 'join', key, app.clock.now())
  if (mailed === undefined) throw invalid()
  const { invitationLinkId } = mailed.data as { invitationLinkId?: number }
  if (invitationLinkId === undefined) {
    if (directory.setting('invite_required')) throw invalid()
    return openDoor(directory, mailed.email, { linkId: mailed.id })
  }
  const [origin] = await invitationLinks(db, realm.id, now, { id: invitationLinkId })
  if (origin === undefined) throw invalid()
  return { ...joiningOf(directory, origin, { linkId: mailed.id }, mailed.email), inviter: undefined }
}

/** Where no invitation is needed. */
const openDoor = (directory: Directory, email: string, source: Joining['source']): Joining => ({
  email,
  inviter: undefined,
  role: 400,
  channels: defaultChannelsOf(directory),
  groupIds: [],
  source,
})

/**
 * What somebody can have without a key whose address is known to be theirs: what they were invited to, or what anybody
 * can have where the door is open.
 */
export async function findJoiningOf(
  app: App,
  realm: Realm,
  email: string,
  { isOpen }: { isOpen: boolean },
): Promise<Joining | undefined> {
  const { directory } = realm
  const now = new Date(app.clock.now())
  const [invitation] = await invitations(app.database.db, realm.id, now, { email })
  if (invitation !== undefined) return joiningOf(directory, invitation, { invitation }, email)
  if (!isOpen && directory.setting('invite_required')) return undefined
  return openDoor(directory, email, { openDoor: true })
}

function joiningOf(
  directory: Directory,
  waiting: Waiting,
  source: Joining['source'],
  email?: string,
): Joining {
  const listed = waiting.channelIds.flatMap((id) => directory.channels.get(id) ?? [])
  const all = waiting.includeDefaults ? [...listed, ...defaultChannelsOf(directory)] : listed
  return {
    email,
    inviter: directory.users.get(waiting.inviterId),
    role: waiting.role,
    channels: [...new Set(all)].filter((channel) => !channel.isArchived),
    groupIds: waiting.groupIds,
    source,
  }
}

/** Mails somebody a link of their own, which proves that the address is theirs. */
export async function requestJoining(
  app: App,
  realm: Realm,
  request: { email: string; key: string | undefined; address: string; language?: Language },
): Promise<void> {
  const { directory } = realm
  const joining = request.key === undefined ? undefined : await findJoining(app, realm, request.key)
  if (joining === undefined && directory.setting('invite_required')) {
    throw refuse('BadRequest', 'You need an invitation to join this organization.')
  }
  const email = addressIn(request.email)
  if (email === undefined) throw refuse('BadRequest', 'email: this is not an email address.')
  await realm.decideFresh(() => assertNewAndWelcome(directory, email))
  await countAttempts(app, realm, attemptFrom('mail from', request.address))
  const link = joining !== undefined && 'link' in joining.source ? joining.source.link : undefined
  await realm.transact(async (tx) => {
    const key = await insertLink(tx, {
      purpose: 'join',
      userId: null,
      email,
      ...(link === undefined ? {} : { data: { invitationLinkId: link.id } }),
      now: app.clock.now(),
      seconds: day,
    })
    const url = joinUrl(directory, key)
    await sendEmail(tx, confirmAddressEmail(directory, email, url, request.language))
  })
}

function assertNewAndWelcome(directory: Directory, email: string): void {
  const reason = checkAddress(directory, email)
  if (reason !== undefined) throw refuse('BadRequest', `email: ${reason}`)
  if (directory.userByEmail(email) !== undefined) {
    throw refuse('BadRequest', 'email: this address already has an account.')
  }
}

export interface Newcomer {
  fullName: string
  password: string
  timezone: string
  emailVisibility: number | undefined
  /** As the organization has it where nothing is said. */
  language?: Language | undefined
}

/** Makes the account of whoever accepts. Of several who use one key at the same moment one becomes it. */
export async function join(app: App, realm: Realm, key: string, newcomer: Newcomer): Promise<User> {
  const { directory } = realm
  const joining = await findJoining(app, realm, key)
  const { email } = joining
  if (email === undefined) throw refuse('BadRequest', 'Enter your email address first.')
  await realm.decideFresh(() => {
    assertNewAndWelcome(directory, email)
    checkedFullName(directory, newcomer.fullName)
  })
  const timezone = canonicalTimezone(newcomer.timezone)
  const passwordHash = needsPassword(app, directory) ? await checkedPasswordHash(newcomer.password) : null
  return await accept(app, realm, joining, {
    email,
    fullName: newcomer.fullName,
    passwordHash,
    timezone,
    language: newcomer.language,
    emailVisibility: newcomer.emailVisibility as UserSettings['email_address_visibility'] | undefined,
  })
}

/** Only where people log in with passwords that are kept here. */
export const needsPassword = ({ config }: App, directory: Directory) =>
  methodWorks(config, directory, 'Email')

/** The account of somebody who may have what they join. */
export async function accept(
  app: App,
  realm: Realm,
  joining: Joining,
  person: Omit<NewUser, 'role' | 'channels' | 'groups'>,
): Promise<User> {
  const { directory } = realm
  const { source } = joining
  const id = await createUser(realm, {
    ...person,
    role: joining.role,
    channels: joining.channels,
    groups: joining.groupIds.flatMap((groupId) => {
      const group = directory.groups.get(groupId)
      return group === undefined || group.deactivated ? [] : [group]
    }),
    within: async (tx, user) => {
      if ('linkId' in source) {
        if (!(await takeLink(tx, source.linkId))) throw invalid()
      } else if ('invitation' in source) await useUp(app, tx, directory, source.invitation)
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

/** It and all others for the address: the person is here. */
async function useUp(app: App, tx: Tx, directory: Directory, used: Invitation): Promise<void> {
  const all = await invitations(tx.db, tx.realmId, new Date(app.clock.now()), { email: used.email })
  if (!all.some((one) => one.id === used.id)) throw invalid()
  const ids = all.map((one) => one.id)
  await deleteInvitations(tx, 'invitation', ids)
  await cancelReminders(tx, ids)
  for (const inviterId of new Set(all.map((one) => one.inviterId))) {
    publishInvitations(tx, directory, inviterId)
  }
}
