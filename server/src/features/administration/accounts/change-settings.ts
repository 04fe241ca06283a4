import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isAdmin, type User, userSetting } from '../../../directory/directory.ts'
import { sendEmail } from '../../../jobs/send-email.ts'
import { TooManyRequests } from '../../../platform/rate-limit.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishSessionEndings } from '../../../sessions/sessions.ts'
import { deleteSessions } from '../../../sessions/store.ts'
import { applySettings, applyTimezone, type SettingsRequest } from '../../identity/user-settings/apply.ts'
import { canonicalTimezone } from '../../identity/user-settings/timezones.ts'
import { publishAway } from '../../identity/user-status/publish.ts'
import { checkedPasswordHash } from '../../identity/users/passwords.ts'
import { updateAccount } from '../../identity/users/store.ts'
import { forgetLogins } from '../second-factors/login-store.ts'
import { requestEmailChange } from '../sign-in/email-change.ts'
import { assertChangeable, assertPassword } from '../sign-in/log-in.ts'
import { securityEmail } from '../sign-in/security-emails.ts'
import { updateOwnName } from './change.ts'

export interface OwnChanges extends SettingsRequest {
  full_name?: string | undefined
  email?: string | undefined
  old_password?: string | undefined
  new_password?: string | undefined
  timezone?: string | undefined
}

/** Changes a user's own password, email address, name, settings and time zone, in this order. */
export async function changeSettings(
  app: App,
  realm: Realm,
  user: User,
  request: OwnChanges,
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

/** Ignored where name changes are disabled. */
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
  await assertPassword(app, realm, user, oldPassword, 'old-password-wrong').catch((error: unknown) => {
    if (!(error instanceof TooManyRequests)) throw error
    throw apiError('old-password-attempts-exceeded')
  })
  const password_hash = await checkedPasswordHash(app, realm.directory, newPassword, 'new_password')
  await realm.transact(async (tx) => {
    await updateAccount(tx, user.id, { password_hash })
    await deleteSessions(tx, user.id, { except: sessionId })
    await forgetLogins(tx, user.id)
    tx.audit({ kind: 'password.changed', target: { type: 'user', id: user.id } })
    publishSessionEndings(tx, [user.id])
    await sendEmail(tx, securityEmail(realm, user, 'passwordChanged'))
  })
}
