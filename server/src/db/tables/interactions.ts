import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface InteractionTables {
  interaction: {
    id: GeneratedAlways<number>
    realm_id: number
    bot_id: number
    user_id: number
    /** The message whose component was used; null for commands. */
    message_id: number | null
    /** Where it happened: the channel or direct conversation, and the topic. */
    recipient_id: number
    topic: string
    /** Chosen by the client; a repeated request is the same interaction. */
    request_id: string | null
    payload: ColumnType<InteractionPayload, string, never>
    /** Uses of the response URL. */
    responses: Generated<number>
    created_at: Date
  }
  bot_command: { realm_id: number; name: string; bot_id: number; description: string; usage: string }
}

/** The part of an interaction that depends on its kind. */
export interface InteractionPayload {
  component_id?: string
  value?: string
  fields?: Record<string, string | boolean>
  command?: string
  arguments?: string
}
