import type { ColumnType, GeneratedAlways } from 'kysely'

export interface TokenTables {
  api_token: {
    id: GeneratedAlways<number>
    realm_id: number
    user_id: number
    /** `api`, `webhook` or `app`. */
    kind: string
    name: string
    /** First characters of the token, by which its owner recognizes it. */
    start: string
    key_hash: string
    /** Null for everything that its user can do. */
    scopes: string[] | null
    read_only: boolean
    channel_ids: number[] | null
    topic: string | null
    addresses: string[] | null
    created_by: number | null
    created_at: Date
    expires_at: Date | null
    last_used_at: Date | null
    /** The connection of an app that it belongs to. Older servers insert none. */
    grant_id: ColumnType<number | null, number | null | undefined, number | null>
  }
}
