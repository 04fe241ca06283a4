import type { AuthenticationMethod, RealmDomain, UserSettings } from '@loquat/contract'
import type { Db } from '../db/database.ts'

/** What an organization says about its people: who may come, how they log in, and how they begin. */
export interface OrganizationRules {
  /** In the order in which they were added. */
  domains: readonly RealmDomain[]
  /** What is not named is allowed. */
  authentication: Partial<Record<AuthenticationMethod, boolean>>
  userDefaults: Partial<UserSettings>
}

export async function domainsOf(db: Db, realmId: number): Promise<RealmDomain[]> {
  return await db
    .selectFrom('realm_domain')
    .select(['domain', 'allow_subdomains'])
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}
