import type { ClientCapabilities } from '@loquat/contract'

/** What a client asked for when it registered; stored with the queue. */
export interface QueueOptions {
  applyMarkdown: boolean
  externalAvatar: boolean
  slimPresence?: boolean
  /** Null: every type. */
  eventTypes: string[] | null
  allPublicChannels: boolean
  narrow: [operator: string, operand: string][]
  capabilities: ClientCapabilities
}
