import type { AuthenticationMethod, UserSettings } from '@loquat/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Which addresses people of an organization may have, and the devices on which they are told of messages. */
export interface OrganizationTables {
  realm_domain: {
    id: GeneratedAlways<number>
    realm_id: number
    domain: string
    allow_subdomains: boolean
  }
  push_device: {
    user_id: number
    kind: string
    token: string
    app_id: string | null
    registered_at: Date
  }
}

type StartingEmpty<T> = ColumnType<T, string | undefined, string>

/** Of the table `realm`. */
export interface OrganizationColumns {
  authentication: StartingEmpty<Partial<Record<AuthenticationMethod, boolean>>>
  user_defaults: StartingEmpty<Partial<UserSettings>>
  deletion_at: Date | null
}
