export interface MissedMessageTables {
  missed_upto: { realm_id: number; seq: number }
  missed_message: {
    user_id: number
    message_id: number
    realm_id: number
    trigger: string
    due_at: Date
    mailed_at: Date | null
  }
  departure: { user_id: number; realm_id: number; since: Date }
}
