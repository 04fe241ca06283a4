import { z } from 'zod'

/** What a subscribed browser is told, after it has decrypted it. */
export const webPush = z.discriminatedUnion('kind', [
  z.strictObject({
    /** There is something new in a conversation. */
    kind: z.literal('message'),
    title: z.string(),
    /** Of the newest message, for the picture. */
    sender_id: z.int(),
    /** Empty where what was said is not to be shown. */
    body: z.string(),
    /** Where the newest message is, within the organization's address. */
    address: z.string(),
    /** The conversation: one notification for each, the newer in place of the older. */
    tag: z.string(),
    /** How many messages of the conversation were told and are unread. */
    count: z.int(),
    /** The newest of those, ascending. */
    messages: z.array(z.int()).min(1),
  }),
  z.strictObject({
    /** Everything that was told of a conversation has been read, or is gone. */
    kind: z.literal('read'),
    tag: z.string(),
  }),
])
export type WebPush = z.output<typeof webPush>
