import { z } from 'zod'

/** An uploaded file. Timestamps are in milliseconds, unlike everywhere else. */
export const attachmentObject = z.strictObject({
  id: z.int(),
  name: z.string(),
  path_id: z.string(),
  size: z.int(),
  create_time: z.int(),
  messages: z.array(z.strictObject({ id: z.int(), date_sent: z.int() })),
})
export type AttachmentObject = z.output<typeof attachmentObject>
