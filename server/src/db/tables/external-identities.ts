import type { Generated } from 'kysely'

export interface ExternalIdentityTables {
  external_identity: {
    realm_id: number
    /** Identity provider: the URL of an OpenID provider, or `ldap`. */
    issuer: string
    subject: string
    user_id: number
    /** Login name at the provider; LDAP only. */
    login_name: string | null
    created_at: Date
    /** The role that the rules of the provider gave last. */
    mapped_role: number | null
    /** When the LDAP directory no longer had the identity, and its user was deactivated because of that. */
    left_at: Date | null
    /** Sealed; only for OpenID Connect. */
    refresh_token: Generated<unknown>
    /** When the refresh token was used last. */
    checked_at: Generated<Date | null>
    /** When the provider refused the refresh token. */
    failed_at: Generated<Date | null>
  }
  /** Members of groups because of a provider. */
  external_membership: { realm_id: number; user_id: number; group_id: number; issuer: string }
}
