import { z } from 'zod'
import { event } from '../event.ts'
import { attachmentObject } from '../objects/attachments.ts'

const attachment = {
  attachment: attachmentObject,
  /** By the whole organization, in bytes. */
  upload_space_used: z.int(),
}
export const attachmentAdded = event('attachment', 'add', 'The recipient uploaded a file.', attachment)
export const attachmentUpdated = event(
  'attachment',
  'update',
  'A message of the recipient links to an uploaded file.',
  attachment,
)
export const attachmentRemoved = event('attachment', 'remove', 'An uploaded file was deleted.', {
  attachment: z.strictObject({ id: z.int() }),
  upload_space_used: z.int(),
})
