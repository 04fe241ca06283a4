import { z } from 'zod'

/**
 * A scheduled message. `to` is a channel ID, or the user IDs of the recipients without the owner (unless the owner is
 * the only one).
 */
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
