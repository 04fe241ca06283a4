import type { AuthenticationMethod, RealmDomain, SignInPolicy, UserSettings } from '@loquat/contract'
import type { Db } from '../db/database.ts'

/** Membership rules of an organization: allowed email domains, login methods, and initial settings. */
export interface OrganizationRules {
  /** In the order of creation. */
  domains: readonly RealmDomain[]
  /** Methods that are not listed are allowed. */
  authentication: Partial<Record<AuthenticationMethod, boolean>>
  userDefaults: Partial<UserSettings>
  signInPolicy: SignInPolicy
}

export async function domainsOf(db: Db, realmId: number): Promise<RealmDomain[]> {
  return await db
    .selectFrom('realm_domain')
    .select(['domain', 'allow_subdomains'])
    .where('realm_id', '=', realmId)
    .orderBy('id')
    .execute()
}
