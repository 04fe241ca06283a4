import { apiError, type UserSettings } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { cancel } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { applySettings } from '../../identity/user-settings/apply.ts'

/** The setting that turns off each kind of email. Welcome emails have no setting and are canceled instead. */
const settingByKind = {
  missed_messages: 'enable_offline_email_notifications',
  digest: 'enable_digest_emails',
  login: 'enable_login_emails',
  marketing: 'enable_marketing_emails',
  welcome: undefined,
} as const satisfies Record<string, keyof UserSettings | undefined>

export type EmailKind = keyof typeof settingByKind

const purpose = (kind: EmailKind) => `unsubscribe ${kind}`

/** Needs no login and never expires. */
export function unsubscribeUrl(app: App, { url }: Directory, user: User, kind: EmailKind): string {
  return `${url}/unsubscribe/${kind}/${user.id}-${app.signer.sign(purpose(kind), String(user.id))}`
}

/** Job keys of welcome emails, to cancel them. */
export const welcomeEmailKey = (userId: number, number: number) => `welcome mail ${userId} ${number}`
export const welcomeEmails = [1, 2, 3]

export async function unsubscribe(app: App, realm: Realm, kind: string, token: string): Promise<void> {
  const user = subscriber(app, realm, kind, token)
  const setting = settingByKind[kind as EmailKind]
  await realm.transactExclusively(async (tx) => {
    if (setting === undefined) {
      for (const number of welcomeEmails) await cancel(tx.db, welcomeEmailKey(user.id, number))
      return
    }
    const current = realm.directory.users.get(user.id) ?? user
    await applySettings(tx, realm.directory, current, { [setting]: false }, app.clock.now())
  })
}

/** The user of an unsubscribe link. */
export function subscriber(app: App, realm: Realm, kind: string, token: string): User {
  const [, id = '', signature = ''] = /^(\d{1,15})-([\w-]+)$/.exec(token) ?? []
  const user = realm.directory.users.get(Number(id))
  const isOurs =
    Object.hasOwn(settingByKind, kind) && app.signer.isSigned(purpose(kind as EmailKind), id, signature)
  if (user === undefined || !isOurs) throw apiError('unsubscribe-link-invalid')
  return user
}
