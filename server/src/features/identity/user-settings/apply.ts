import { displaySettings, notificationSettings, type UserSettings, userSettings } from '@loquat/contract'
import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { togglePresence } from '../presence/actions.ts'
import { apiEmail } from '../users/present.ts'
import { publishEmailVisibility } from './email-visibility.ts'
import { languageName } from './languages.ts'
import { deleteDraftsOf, storeSettings, storeTimezone } from './store.ts'

export type SettingsRequest = Partial<{ [K in keyof UserSettings]: UserSettings[K] | undefined }>

type SettingName = keyof UserSettings

/** Stores the settings that changed, and notifies the user's own clients. */
export async function applySettings(
  tx: Tx,
  directory: Directory,
  user: User,
  request: SettingsRequest,
  now: number,
): Promise<void> {
  const requestedNames = (Object.keys(userSettings) as SettingName[]).filter(
    (name) => request[name] !== undefined,
  )
  const changed = requestedNames.filter((name) => request[name] !== userSetting(user, name))
  if (changed.length === 0) return
  const changes = Object.fromEntries(changed.map((name) => [name, request[name]]))
  await storeSettings(tx, user.id, changes)
  const after: User = { ...user, settings: { ...user.settings, ...changes } }
  for (const name of changed) publishSetting(tx, directory, after, name)
  if (changes.enable_drafts_synchronization === false) await deleteDraftsOf(tx, user.id)
  if (changes.presence_enabled !== undefined) await togglePresence(tx, directory, after, now)
  if (changes.email_address_visibility !== undefined) publishEmailVisibility(tx, directory, user, after)
  for (const extend of tx.extensions.settingsChanged) await extend(tx, directory, user, after)
}

function publishSetting(tx: Tx, directory: Directory, user: User, name: SettingName): void {
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

export async function applyTimezone(
  tx: Tx,
  directory: Directory,
  user: User,
  timezone: string,
): Promise<void> {
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
