import { apiError, initialUserSettings, type Role, type UserSettings } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, Group, User } from '../../../directory/directory.ts'
import { assertNotPreview } from '../../../directory/preview.ts'
import { loadUsers } from '../../../directory/user-store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { randomApiKey } from '../../../platform/passwords.ts'
import type { Realm } from '../../../realms/realm.ts'
import { checkedPasswordHash } from '../../identity/users/passwords.ts'
import { publishUser } from '../../identity/users/publish.ts'
import { checkedEmail, checkedFullName } from '../../identity/users/rules.ts'
import { insertAccount } from '../../identity/users/store.ts'
import { defaultChannelsOf, subscribeNewcomer } from '../../places/channels/newcomers.ts'
import { assertAllowedAddress } from '../domains/rules.ts'
import { insertMemberships } from '../user-groups/store.ts'
import { welcome } from './welcome.ts'
import { accountEmail, enqueueWelcomeEmails } from './welcome-emails.ts'

/** Creates an account on behalf of an administrator. */
export async function createUserAs(
  app: App,
  realm: Realm,
  caller: User,
  user: { email: string; fullName: string; password: string },
): Promise<number> {
  if (caller.role !== 100 && !caller.canCreateUsers) {
    throw apiError('account-creation-denied')
  }
  const { email, fullName, password } = user
  // Check before the expensive hash; repeated inside the transaction.
  await realm.decideFresh(() => {
    checkedFullName(realm.directory, fullName)
    assertAllowedAddress(realm.directory, email)
    checkedEmail(realm.directory, email)
  })
  const passwordHash = await checkedPasswordHash(app, realm.directory, password)
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
  /** Default: the organization's language. */
  language?: UserSettings['default_language'] | undefined
  emailVisibility?: UserSettings['email_address_visibility'] | undefined
  /** Initial channels; by default the default channels. */
  channels?: readonly Channel[]
  groups?: readonly Group[]
  /** Creation date for imported accounts; suppresses emails. */
  since?: Date | undefined
  /** Suppresses emails to an account that nobody can use yet. */
  isSilent?: boolean
  /** Additional writes in the same transaction. */
  within?: (tx: Tx, user: User) => Promise<void>
}

export async function createUser(realm: Realm, user: NewUser): Promise<number> {
  const { directory } = realm
  const { role, passwordHash, emailVisibility } = user
  return await realm.transactExclusively(async (tx) => {
    assertNotPreview(directory)
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
        ...newUserSettings(directory, user.language),
        ...(emailVisibility === undefined ? {} : { email_address_visibility: emailVisibility }),
      },
    })
    const [created] = await loadUsers(tx.db, realm.id, [id])
    if (created === undefined) throw new Error(`The new account ${id} is not there.`)
    const channels = user.channels ?? defaultChannelsOf(directory)
    publishUser(tx, directory, created, channels)
    tx.audit({ kind: 'user.created', target: { type: 'user', id }, after: { email, role } })
    await subscribeNewcomer(tx, directory, created, channels)
    await addToGroups(tx, user.groups ?? [], id)
    if (user.since === undefined && !user.isSilent) await enqueueAccountEmails(tx, directory, created)
    await user.within?.(tx, created)
    return id
  })
}

async function enqueueAccountEmails(tx: Tx, directory: Directory, user: User): Promise<void> {
  await sendEmail(tx, accountEmail(directory, user))
  if (directory.setting('send_welcome_emails')) await enqueueWelcomeEmails(tx, user)
}

async function addToGroups(tx: Tx, groups: readonly Group[], userId: number): Promise<void> {
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

/** The organization's defaults for new users, where they differ from the global defaults. */
function newUserSettings(
  directory: Directory,
  default_language = directory.setting('default_language'),
): Partial<UserSettings> {
  return {
    ...(usesTwentyFourHours(default_language) ? { twenty_four_hour_time: true } : {}),
    ...directory.realm.userDefaults,
    ...(default_language === initialUserSettings.default_language ? {} : { default_language }),
  }
}

/** Whether the language usually writes times as 13:00 rather than 1:00 PM. */
const usesTwentyFourHours = (language: string): boolean =>
  new Intl.DateTimeFormat(language, { hour: 'numeric' }).resolvedOptions().hourCycle === 'h23'
