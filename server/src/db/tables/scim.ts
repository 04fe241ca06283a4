export interface ScimTables {
  scim_token: {
    realm_id: number
    token_hash: string
    /** Null for tokens that the command line created. */
    creator_id: number | null
    created_at: Date
    last_used_at: Date | null
  }
  scim_user: {
    user_id: number
    realm_id: number
    external_id: string | null
    given_name: string | null
    family_name: string | null
    /** When the provider deleted the user, who is hidden from it while deactivated. */
    deleted_at: Date | null
  }
  scim_group: { group_id: number; realm_id: number; external_id: string | null }
}
