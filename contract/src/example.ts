/**
 * The data that the documentation's examples refer to: an organization in which all of these objects exist under
 * these IDs. The tests create it (`server/src/http/docs/sample-world.ts`) and run every example against it, exactly
 * as shown.
 */
export const sample = {
  /** Ana, a member. */
  user: 31,
  /** A user who will be deactivated. */
  leaver: 32,
  /** A user whose account is deactivated. */
  formerUser: 33,
  bot: 35,
  oldBot: 36,
  feed: 17,
  channelFeed: 18,
  /** `orchard`, with the caller and Ana as subscribers. */
  channel: 12,
  /** A channel that will be archived. */
  oldChannel: 13,
  /** In `orchard`, topic `plums`, sent by the caller. */
  message: 4217,
  /** A message with a poll, in the same topic. */
  poll: 4218,
  oldMessage: 4219,
  /** Sent by the bot, with a button. */
  botMessage: 4220,
  bookmark: 41,
  otherBookmark: 42,
  group: 27,
  subgroup: 28,
  oldGroup: 29,
  defaultChannelGroup: 3,
  folder: 15,
  otherFolder: 16,
  draft: 52,
  snippet: 14,
  scheduledMessage: 8,
  laterItem: 19,
  savedSearch: 21,
  /** In `orchard`, topic `pears`, with the caller and Carol. */
  call: 71,
  callParticipant: 72,
  otherCallParticipant: 73,
  /** Started by Dave, in his direct messages with the caller. */
  directCall: 70,
  linkifier: 5,
  otherLinkifier: 6,
  playground: 4,
  profileField: 7,
  oldProfileField: 9,
  attachment: 88,
  export: 2,
  invitation: 61,
  invitationLink: 62,
  session: 73,
  rememberedBrowser: 46,
  passkey: 47,
  legalHold: 48,
  discoveryExport: 49,
  token: 48,
  /** Sent by Ana, and not reported yet. */
  reportedMessage: 4231,
  hiddenMessage: 4232,
  messageReport: 51,
  bulkDeletion: 53,
  guest: 34,
  app: 51,
} as const

/**
 * A value that cannot be known in advance: a key, a mailed link, a queue ID. Examples contain a variable instead,
 * which the shell or program must set.
 */
export class Given {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** `given('queue_id')` is `$QUEUE_ID` in a shell and `queueId` in a program. Its type fits any value. */
export const given = (name: string) => new Given(name) as never
