import type { GeneratedAlways } from 'kysely'

export interface AppTables {
  oauth_app: {
    id: GeneratedAlways<number>
    realm_id: number
    client_id: string
    name: string
    description: string
    /** Empty for none. */
    homepage_url: string
    /** Empty for none. */
    logo_url: string
    redirect_uris: string[]
    scopes: string[]
    /** Null for public clients. */
    secret_hash: string | null
    is_confidential: boolean
    /** By dynamic registration, so nobody has checked its name. */
    registered_itself: boolean
    creator_id: number | null
    created_at: Date
  }
  /** One row per consent: its authorization code, and the refresh tokens that descend from it. */
  oauth_grant: {
    id: GeneratedAlways<number>
    realm_id: number
    app_id: number
    user_id: number
    scopes: string[]
    channel_ids: number[] | null
    created_at: Date
    code_hash: string
    code_expires_at: Date
    code_challenge: string
    redirect_uri: string
    /** When the code was exchanged. */
    used_at: Date | null
    /** When it last got tokens. */
    refreshed_at: Date | null
    /** The part that all refresh tokens of the grant have in common. */
    family_hash: string | null
    /** The refresh token that is valid now. */
    refresh_hash: string | null
    /** The end of the code, then of the refresh token. */
    expires_at: Date
  }
}
