import { z } from 'zod'

/** The decrypted payload of a push notification. */
export const webPush = z.discriminatedUnion('kind', [
  z.strictObject({
    /** A conversation has new messages. */
    kind: z.literal('message'),
    title: z.string(),
    /** Sender of the newest message, for the picture. */
    sender_id: z.int(),
    /** Empty if message content must not be shown in notifications. */
    body: z.string(),
    /** Path of the newest message, relative to the organization's URL. */
    address: z.string(),
    /** Identifies the conversation. A newer notification with the same tag replaces the older one. */
    tag: z.string(),
    /** Number of unread messages in the conversation that notifications were sent for. */
    count: z.int(),
    /** IDs of the newest of those messages, ascending. */
    messages: z.array(z.int()).min(1),
    /** Present if the newest message is a call that rings for the user. */
    call: z
      .strictObject({
        /** The title until `rings_until`. */
        title: z.string(),
        /** Seconds since the Unix epoch. */
        rings_until: z.int(),
      })
      .optional(),
  }),
  z.strictObject({
    /** Every message that notifications were sent for has been read or deleted. */
    kind: z.literal('read'),
    tag: z.string(),
  }),
])
export type WebPush = z.output<typeof webPush>
