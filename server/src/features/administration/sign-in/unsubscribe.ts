import { refuse, type UserSettings } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { cancel } from '../../../jobs/store.ts'
import type { Realm } from '../../../realms/realm.ts'
import { applySettings } from '../../identity/user-settings/apply.ts'

/** Which setting turns mails of a kind off. Those of the first days are no setting: they are taken back. */
const kinds = {
  missed_messages: 'enable_offline_email_notifications',
  digest: 'enable_digest_emails',
  login: 'enable_login_emails',
  marketing: 'enable_marketing_emails',
  welcome: undefined,
} as const satisfies Record<string, keyof UserSettings | undefined>

export type MailKind = keyof typeof kinds

const purpose = (kind: MailKind) => `unsubscribe ${kind}`

/** Needs no login and never expires. */
export function unsubscribeUrl(app: App, { url }: Directory, user: User, kind: MailKind): string {
  return `${url}/unsubscribe/${kind}/${user.id}-${app.signer.sign(purpose(kind), String(user.id))}`
}

/** The days on which a newcomer gets a mail, each under a key by which it can be taken back. */
export const welcomeMailKey = (userId: number, number: number) => `welcome mail ${userId} ${number}`
export const welcomeMails = [1, 2, 3]

export async function unsubscribe(app: App, realm: Realm, kind: string, token: string): Promise<void> {
  const user = subscriber(app, realm, kind, token)
  const setting = kinds[kind as MailKind]
  await realm.transactExclusively(async (tx) => {
    if (setting === undefined) {
      for (const number of welcomeMails) await cancel(tx.db, welcomeMailKey(user.id, number))
      return
    }
    const current = realm.directory.users.get(user.id) ?? user
    await applySettings(tx, realm.directory, current, { [setting]: false }, app.clock.now())
  })
}

/** Whose link this is. */
export function subscriber(app: App, realm: Realm, kind: string, token: string): User {
  const [, id = '', signature = ''] = /^(\d{1,15})-([\w-]+)$/.exec(token) ?? []
  const user = realm.directory.users.get(Number(id))
  const isOurs = Object.hasOwn(kinds, kind) && app.signer.isSigned(purpose(kind as MailKind), id, signature)
  if (user === undefined || !isOurs) throw refuse('RecordNotFound', "This link isn't valid.")
  return user
}
