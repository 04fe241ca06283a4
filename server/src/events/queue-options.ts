import type { ClientCapabilities } from '@loquat/contract'

/** Options that a client registered with; stored with the queue. */
export interface QueueOptions {
  applyMarkdown: boolean
  externalAvatar: boolean
  slimPresence?: boolean
  /** Null means every type. */
  eventTypes: string[] | null
  allPublicChannels: boolean
  /** The token that registered the queue may not have the API keys of bots. */
  withoutBots?: boolean
  narrow: [operator: string, operand: string][]
  capabilities: ClientCapabilities
}
