import type { ColumnType } from 'kysely'

export interface SamlTables {
  saml_metadata: {
    provider: string
    url: string
    /** A `SamlIdentityProvider`. */
    document: ColumnType<unknown, string, string>
    fetched_at: Date
  }
  saml_login: {
    key_hash: string
    realm_id: number
    provider: string
    /** The request that the login answers; null if it started at the provider. */
    request_id: string | null
    login: ColumnType<unknown, string, string>
    expires_at: Date
  }
  saml_session: {
    session_id: number
    provider: string
    name_id: string
    /** The format and qualifiers of the NameID. */
    name_id_details: ColumnType<unknown, string, string>
    session_index: string | null
  }
}
