/** What a bot does when it is not told otherwise. */
export interface BotDefaults {
  /** Where it sends messages. */
  sendingChannelId: number | null
  /** What its event queues are narrowed to. */
  eventsChannelId: number | null
  /** Whether its event queues get messages of all public channels. */
  allPublicChannels: boolean
}

/** Of people, and of bots that have none. */
export const noDefaults: BotDefaults = {
  sendingChannelId: null,
  eventsChannelId: null,
  allPublicChannels: false,
}
