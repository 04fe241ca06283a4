/** Defaults of a bot. */
export interface BotDefaults {
  /** Default channel for sending messages. */
  sendingChannelId: number | null
  /** Default narrow of its event queues. */
  eventsChannelId: number | null
  /** Whether its event queues receive messages of all public channels by default. */
  allPublicChannels: boolean
}

/** For users, and bots without defaults. */
export const noDefaults: BotDefaults = {
  sendingChannelId: null,
  eventsChannelId: null,
  allPublicChannels: false,
}
