import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { auditWebhookOf, deleteAuditWebhook, storeAuditWebhook } from './webhook-store.ts'

const secretLength = 32

/** The address without its path and query, which may hold credentials. */
const hostOf = (url: string) => new URL(url).origin

/** Sets the address that gets the entries of an organization from now on. Returns the key of its signatures, which is shown once. */
export async function setAuditWebhook(app: App, realm: Realm, url: string): Promise<string> {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw apiError('url-invalid', { parameter: 'url' })
  }
  const secret = randomKey(secretLength)
  await realm.transact(async (tx) => {
    await storeAuditWebhook(tx, { url, secret }, new Date(app.clock.now()))
    tx.audit({ kind: 'audit.webhook_changed', after: { host: hostOf(url) } })
  })
  return secret
}

export async function removeAuditWebhook(realm: Realm): Promise<void> {
  await realm.transact(async (tx) => {
    const before = await auditWebhookOf(tx.db, tx.sealer, realm.id)
    if (before === undefined || !(await deleteAuditWebhook(tx))) throw apiError('audit-webhook-not-found')
    tx.audit({ kind: 'audit.webhook_changed', before: { host: hostOf(before.url) } })
  })
}

export async function shownAuditWebhook({ database, sealer }: App, realm: Realm) {
  const webhook = await auditWebhookOf(database.db, sealer, realm.id)
  return webhook === undefined ? null : { url: webhook.url, problem: webhook.problem }
}
