/**
 * What the examples of the documentation are about: an organization in which everything below exists under its number.
 * The tests make it (`server/src/http/docs/testing/sample-world.ts`) and run every example in it, as it is shown.
 */
export const sample = {
  /** Ana, a member. */
  user: 31,
  /** Somebody who is about to leave. */
  leaver: 32,
  /** Somebody whose account is deactivated. */
  formerUser: 33,
  bot: 35,
  oldBot: 36,
  /** `orchard`, where the caller and Ana are. */
  channel: 12,
  /** One that nobody needs any more. */
  oldChannel: 13,
  /** In `orchard`, topic `plums`, by the caller. */
  message: 4217,
  /** The same, with a poll. */
  poll: 4218,
  oldMessage: 4219,
  group: 27,
  subgroup: 28,
  oldGroup: 29,
  defaultChannelGroup: 3,
  draft: 52,
  snippet: 14,
  scheduledMessage: 8,
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
} as const

/**
 * What nobody can know beforehand: a key, a link that was mailed, a queue. The examples have a variable there, which
 * the shell and the program must have set.
 */
export class Given {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** `given('queue_id')` is `$QUEUE_ID` in a shell and `queueId` in a program. Fits wherever a value is expected. */
export const given = (name: string) => new Given(name) as never
