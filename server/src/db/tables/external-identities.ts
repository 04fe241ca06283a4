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
  }
}
