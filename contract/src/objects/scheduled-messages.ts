import { z } from 'zod'

/** A message that waits for its time. `to` is a channel, or people without the owner (unless alone). */
export const scheduledMessageObject = z.strictObject({
  scheduled_message_id: z.int(),
  type: z.enum(['stream', 'private']),
  to: z.union([z.int(), z.array(z.int())]),
  topic: z.string().optional(),
  content: z.string(),
  rendered_content: z.string(),
  scheduled_delivery_timestamp: z.int(),
  failed: z.boolean(),
})
export type ScheduledMessageObject = z.output<typeof scheduledMessageObject>
