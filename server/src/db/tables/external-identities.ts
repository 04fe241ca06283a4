export interface ExternalIdentityTables {
  external_identity: {
    realm_id: number
    /** Who says so: the address of an OpenID provider, or `ldap`. */
    issuer: string
    subject: string
    user_id: number
    /** What they type there as their name; only of a directory. */
    login_name: string | null
    created_at: Date
  }
}
