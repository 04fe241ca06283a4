import { initialUserSettings, type Role, refuse, type UserSettings } from '@loquat/contract'
import type { App } from '../../app.ts'
import { limitedGuests } from '../../directory/access-users.ts'
import { type Channel, type Directory, type Group, isBot, type User } from '../../directory/directory.ts'
import { groupsByRole } from '../../directory/groups.ts'
import { loadUsers } from '../../directory/store.ts'
import type { Tx } from '../../events/transaction.ts'
import { sendEmail } from '../../jobs/send-email.ts'
import { hashPassword, isStrongEnough, randomApiKey } from '../../platform/passwords.ts'
import type { Realm } from '../../realms/realm.ts'
import { defaultChannelsOf, subscribeNewcomer } from '../channels/newcomers.ts'
import { assertWelcome } from '../domains/rules.ts'
import { insertMemberships } from '../user-groups/store.ts'
import { placeholderOf } from './placeholder.ts'
import { maySeeEmail, presentUser } from './present.ts'
import { checkedEmail, checkedFullName } from './rules.ts'
import { insertAccount } from './store.ts'
import { welcome } from './welcome.ts'
import { accountLetter, enqueueWelcomeEmails } from './welcome-emails.ts'

/** An administrator makes an account for somebody. */
export async function createUserAs(
  app: App,
  realm: Realm,
  caller: User,
  user: { email: string; fullName: string; password: string },
): Promise<number> {
  if (caller.role !== 100 && !caller.canCreateUsers) {
    throw refuse('BadRequest', 'This account may not create users.')
  }
  const { email, fullName, password } = user
  // Before the expensive hash; again when nobody else can change anything.
  await realm.decide(() => {
    checkedFullName(realm.directory, fullName)
    assertWelcome(realm.directory, email)
    checkedEmail(realm.directory, email)
  })
  const passwordHash = await checkedPasswordHash(password)
  const id = await createUser(realm, { email, fullName, role: 400, passwordHash })
  await welcome(app, realm, id)
  return id
}

const checkedIdentity = (directory: Directory, user: { email: string; fullName: string }) => ({
  fullName: checkedFullName(directory, user.fullName),
  email: checkedEmail(directory, user.email),
})

export interface NewUser {
  email: string
  fullName: string
  role: Role
  passwordHash: string | null
  timezone?: string
  /** What they are spoken to in; as the organization has it if nothing is said. */
  language?: UserSettings['default_language'] | undefined
  emailVisibility?: UserSettings['email_address_visibility'] | undefined
  /** Which channels they begin in; the default channels if nothing is said. */
  channels?: readonly Channel[]
  groups?: readonly Group[]
  /** Since when it exists, if that is told afterwards. Nobody gets a letter about it then. */
  since?: Date | undefined
  /** What else belongs to it. */
  within?: (tx: Tx, user: User) => Promise<void>
}

export async function createUser(realm: Realm, user: NewUser): Promise<number> {
  const { directory } = realm
  const { role, passwordHash, emailVisibility } = user
  return await realm.transactExclusively(async (tx) => {
    const { fullName, email } = checkedIdentity(directory, user)
    const apiKey = tx.sealer.storedKey('api key', randomApiKey())
    const canCreateUsers = role === 100
    const id = await insertAccount(tx.db, realm.id, {
      email,
      fullName,
      role,
      apiKey,
      passwordHash,
      canCreateUsers,
      timezone: user.timezone ?? '',
      since: user.since,
      settings: {
        ...settingsOfNewcomer(directory, user.language),
        ...(emailVisibility === undefined ? {} : { email_address_visibility: emailVisibility }),
      },
    })
    const [created] = await loadUsers(tx.db, realm.id, [id])
    if (created === undefined) throw new Error(`The new account ${id} is not there.`)
    const channels = user.channels ?? defaultChannelsOf(directory)
    publishUser(tx, directory, created, channels)
    await subscribeNewcomer(tx, directory, created, channels)
    await putIntoGroups(tx, user.groups ?? [], id)
    if (user.since === undefined) await writeLetters(tx, directory, created)
    await user.within?.(tx, created)
    return id
  })
}

async function writeLetters(tx: Tx, directory: Directory, user: User): Promise<void> {
  await sendEmail(tx, accountLetter(directory, user))
  if (directory.setting('send_welcome_emails')) await enqueueWelcomeEmails(tx, user)
}

async function putIntoGroups(tx: Tx, groups: readonly Group[], userId: number): Promise<void> {
  const ids = groups.map((group) => group.id)
  await insertMemberships(tx, ids, userId)
  for (const id of ids) {
    tx.publish(
      { type: 'user_group', op: 'add_members', group_id: id, user_ids: [userId] },
      { everyone: true },
      { groups: [id] },
    )
  }
}

/** What the organization decides for new people; only what differs from what everyone has. */
function settingsOfNewcomer(
  directory: Directory,
  default_language = directory.setting('default_language'),
): Partial<UserSettings> {
  return {
    ...(usesTwentyFourHours(default_language) ? { twenty_four_hour_time: true } : {}),
    ...directory.realm.userDefaults,
    ...(default_language === initialUserSettings.default_language ? {} : { default_language }),
  }
}

/** Whether times in a language are usually written as 13:00 rather than 1:00 PM. */
const usesTwentyFourHours = (language: string): boolean =>
  new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23'

export async function checkedPasswordHash(password: string, parameter = 'password'): Promise<string> {
  if (!(await isStrongEnough(password)))
    throw refuse('BadRequest', `${parameter}: this password is too easy to guess.`)
  return await hashPassword(password)
}

/** Tells of a new account, and which groups it is in by its role. */
export function publishUser(tx: Tx, directory: Directory, user: User, joined: readonly Channel[]): void {
  const person = presentUser(directory, user, { viewer: user, externalAvatar: false, profiles: new Map() })
  const subscriptions = { channels: joined.map((channel) => channel.id), users: [user.id] }
  const touches = { users: [user.id], ...(joined.length > 0 ? { subscriptions } : {}) }
  // Guests who may not know everybody learn more when they meet; channels come after this.
  const strangers = isBot(user) ? [] : limitedGuests(directory).map((one) => one.id)
  const blind = [...directory.activeUsers()]
    .filter((one) => !maySeeEmail(one, user) && !strangers.includes(one.id))
    .map((one) => one.id)
  const except = [...blind, ...strangers]
  tx.publish(
    { type: 'realm_user', op: 'add', person },
    { everyone: true, ...(except.length > 0 ? { except } : {}) },
    touches,
  )
  tx.publish({ type: 'realm_user', op: 'add', person: { ...person, delivery_email: null } }, { users: blind })
  tx.publish(
    { type: 'realm_user', op: 'add', person: placeholderOf(directory, user.id) },
    { users: strangers, without: 'user_list_incomplete' },
  )
  for (const name of groupsByRole(directory, user)) {
    const group_id = directory.systemGroup(name).id
    tx.publish({ type: 'user_group', op: 'add_members', group_id, user_ids: [user.id] }, { everyone: true })
  }
}
