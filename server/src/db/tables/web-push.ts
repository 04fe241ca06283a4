import type { Generated, GeneratedAlways } from 'kysely'

export interface WebPushTables {
  push_subscription: PushSubscriptionTable
  push_notice: { user_id: number; message_id: number; realm_id: number; tag: string; noticed_at: Date }
  push_due: PushDueTable
}

interface PushSubscriptionTable {
  id: GeneratedAlways<number>
  realm_id: number
  user_id: number
  session_id: number | null
  endpoint: string
  p256dh: string
  auth: string
  subscribed_at: Date
}

interface PushDueTable {
  subscription_id: number
  tag: string
  news: boolean
  reads: boolean
  attempts: Generated<number>
  due_at: Date
}
