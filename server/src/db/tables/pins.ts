import type { GeneratedAlways } from 'kysely'

export interface PinTables {
  pinned_message: {
    message_id: number
    recipient_id: number
    /** Pinned to the channel, not only to the topic. False for direct messages. */
    in_channel: boolean
    pinned_by: number
    pinned_at: Date
  }
  channel_bookmark: {
    id: GeneratedAlways<number>
    channel_id: number
    position: number
    title: string
    url: string
    /** The uploaded file that the URL points to. */
    attachment_id: number | null
    created_by: number
    created_at: Date
  }
}
