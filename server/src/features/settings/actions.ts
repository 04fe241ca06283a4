import {
  displaySettings,
  notificationSettings,
  refuse,
  type UserSettings,
  userSettings,
} from '@loquat/contract'
import type { App } from '../../app.ts'
import { type Directory, isAdmin, type User, userSetting } from '../../directory/directory.ts'
import type { Tx } from '../../events/transaction.ts'
import { TooManyRequests } from '../../platform/rate-limit.ts'
import type { Realm } from '../../realms/realm.ts'
import { publishSessionEndings } from '../../sessions/sessions.ts'
import { deleteSessions } from '../../sessions/store.ts'
import { publishConsent } from '../exports/publish.ts'
import { shiftMissed } from '../missed-messages/store.ts'
import { togglePresence } from '../presence/actions.ts'
import { requestEmailChange } from '../sign-in/email-change.ts'
import { assertChangeable, assertPassword } from '../sign-in/log-in.ts'
import { publishAway } from '../user-status/publish.ts'
import { checkedPasswordHash } from '../users/actions.ts'
import { updateOwnName } from '../users/change.ts'
import { apiEmail } from '../users/present.ts'
import { updateAccount } from '../users/store.ts'
import { publishEmailVisibility } from './email-visibility.ts'
import { languageName } from './languages.ts'
import { deleteDraftsOf, storeSettings, storeTimezone } from './store.ts'
import { canonicalTimezone } from './timezones.ts'

export type SettingsRequest = Partial<{ [K in keyof UserSettings]: UserSettings[K] | undefined }> & {
  full_name?: string | undefined
  email?: string | undefined
  old_password?: string | undefined
  new_password?: string | undefined
  timezone?: string | undefined
}

/** Changes what users may change about themselves: password, email, name, settings, time zone, one after the other. */
export async function changeSettings(
  app: App,
  realm: Realm,
  user: User,
  request: SettingsRequest,
  sessionId: number | undefined,
): Promise<void> {
  const timezone = request.timezone === undefined ? undefined : canonicalTimezone(request.timezone)
  if (request.new_password !== undefined) {
    await changePassword(app, realm, user, request.old_password ?? '', request.new_password, sessionId)
  }
  if (request.email !== undefined) await requestEmailChange(app, realm, user, request.email)
  if (request.full_name !== undefined) await changeName(realm, user, request.full_name)
  await realm.transactExclusively(async (tx) => {
    const current = realm.directory.users.get(user.id) ?? user
    await applySettings(tx, realm.directory, current, request, app.clock.now())
    const { presence_enabled = userSetting(current, 'presence_enabled') } = request
    if (presence_enabled !== userSetting(current, 'presence_enabled')) {
      await publishAway(tx, { ...current, settings: { ...current.settings, presence_enabled } })
    }
    if (timezone !== undefined) await applyTimezone(tx, realm.directory, current, timezone)
  })
}

/** Where names cannot be changed, wanting to is ignored. */
async function changeName(realm: Realm, user: User, fullName: string): Promise<void> {
  if (realm.directory.setting('name_changes_disabled') && !isAdmin(user)) return
  await updateOwnName(realm, user.id, fullName)
}

async function changePassword(
  app: App,
  realm: Realm,
  user: User,
  oldPassword: string,
  newPassword: string,
  sessionId: number | undefined,
): Promise<void> {
  await assertChangeable(app, realm, user)
  await assertPassword(app, realm, user, oldPassword, 'old_password: this is not your password.').catch(
    (error: unknown) => {
      if (!(error instanceof TooManyRequests)) throw error
      throw refuse('BadRequest', 'old_password: too many wrong ones. Try again later.')
    },
  )
  const password_hash = await checkedPasswordHash(newPassword, 'new_password')
  await realm.transact(async (tx) => {
    await updateAccount(tx, user.id, { password_hash })
    await deleteSessions(tx, user.id, { except: sessionId })
    publishSessionEndings(tx, [user.id])
  })
}

type Name = keyof UserSettings

/** Stores the settings that changed, and notifies the user's own clients. */
export async function applySettings(
  tx: Tx,
  directory: Directory,
  user: User,
  request: SettingsRequest,
  now: number,
): Promise<void> {
  const wanted = (Object.keys(userSettings) as Name[]).filter((name) => request[name] !== undefined)
  const changed = wanted.filter((name) => request[name] !== userSetting(user, name))
  if (changed.length === 0) return
  const changes = Object.fromEntries(changed.map((name) => [name, request[name]]))
  await storeSettings(tx, user.id, changes)
  const after: User = { ...user, settings: { ...user.settings, ...changes } }
  for (const name of changed) publishSetting(tx, directory, after, name)
  if (changes.enable_drafts_synchronization === false) await deleteDraftsOf(tx, user.id)
  if (changes.presence_enabled !== undefined) await togglePresence(tx, directory, after, now)
  if (changes.allow_private_data_export !== undefined) publishConsent(tx, directory, after)
  if (changes.email_address_visibility !== undefined) publishEmailVisibility(tx, directory, user, after)
  const period = 'email_notifications_batching_period_seconds'
  if (changes[period] !== undefined) {
    await shiftMissed(tx, user.id, userSetting(after, period) - userSetting(user, period))
  }
}

function publishSetting(tx: Tx, directory: Directory, user: User, name: Name): void {
  const value = userSetting(user, name)
  const language = name === 'default_language' ? { language_name: languageName(String(value)) } : {}
  const audience = { users: [user.id] }
  tx.publish({ type: 'user_settings', op: 'update', property: name, value, ...language }, audience, {
    users: [user.id],
  })
  const owner = apiEmail(directory, user)
  if ((displaySettings as readonly string[]).includes(name)) {
    tx.publish(
      { type: 'update_display_settings', user: owner, setting_name: name, setting: value, ...language },
      audience,
    )
  }
  if ((notificationSettings as readonly string[]).includes(name)) {
    tx.publish(
      { type: 'update_global_notifications', user: owner, notification_name: name, setting: value },
      audience,
    )
  }
}

async function applyTimezone(tx: Tx, directory: Directory, user: User, timezone: string): Promise<void> {
  if (timezone === user.timezone) return
  await storeTimezone(tx, user.id, timezone)
  const touches = { users: [user.id] }
  const audience = { users: [user.id] }
  tx.publish(
    { type: 'user_settings', op: 'update', property: 'timezone', value: timezone },
    audience,
    touches,
  )
  const email = apiEmail(directory, user)
  tx.publish(
    { type: 'update_display_settings', user: email, setting_name: 'timezone', setting: timezone },
    audience,
  )
  tx.publish(
    { type: 'realm_user', op: 'update', person: { user_id: user.id, email, timezone } },
    { knowing: user.id },
  )
}
