import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface CallTables {
  call: {
    id: GeneratedAlways<number>
    realm_id: number
    /** The message with the card, which has the place of the call. Null until it is sent. */
    message_id: number | null
    started_by: number
    started_at: Date
    ended_at: Date | null
    /** Participants of a direct conversation who declined. */
    declined_by: Generated<number[]>
  }
  call_participant: {
    id: GeneratedAlways<number>
    call_id: number
    user_id: number
    /** The queue of the device, which alone receives its signals. */
    queue_id: string | null
    muted: boolean
    camera: boolean
    screen: boolean
    joined_at: Date
    left_at: Date | null
    /** Renewed by the device; it has left if it does not. */
    lease_until: Date
  }
  zoom_token: {
    user_id: number
    /** Access and refresh token, sealed. */
    token: ColumnType<unknown, string, string>
  }
}
