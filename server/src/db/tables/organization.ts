import type { AuthenticationMethod, SignInPolicy, UserSettings } from '@loquat/contract'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Allowed email domains of organizations, and mobile devices for push notifications. */
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

type JsonWithDefault<T> = ColumnType<T, string | undefined, string>

/** Columns of the table `realm`. */
export interface OrganizationColumns {
  authentication: JsonWithDefault<Partial<Record<AuthenticationMethod, boolean>>>
  user_defaults: JsonWithDefault<Partial<UserSettings>>
  sign_in_policy: JsonWithDefault<Partial<SignInPolicy>>
  deletion_at: Date | null
}
