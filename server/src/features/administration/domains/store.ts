import type { RealmDomain } from '@loquat/contract'
import type { Tx } from '../../../events/transaction.ts'

export async function insertDomain(tx: Tx, { domain, allow_subdomains }: RealmDomain): Promise<number> {
  const { id } = await tx.db
    .insertInto('realm_domain')
    .values({ realm_id: tx.realmId, domain, allow_subdomains })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateDomain(tx: Tx, { domain, allow_subdomains }: RealmDomain): Promise<void> {
  await tx.db
    .updateTable('realm_domain')
    .set({ allow_subdomains })
    .where('realm_id', '=', tx.realmId)
    .where('domain', '=', domain)
    .execute()
}

export async function deleteDomain(tx: Tx, domain: string): Promise<void> {
  await tx.db
    .deleteFrom('realm_domain')
    .where('realm_id', '=', tx.realmId)
    .where('domain', '=', domain)
    .execute()
}
