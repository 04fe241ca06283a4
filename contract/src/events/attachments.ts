import { z } from 'zod'
import { event } from '../event.ts'
import { attachmentObject } from '../objects/attachments.ts'

const attachment = {
  attachment: attachmentObject,
  /** By the whole organization, in bytes. */
  upload_space_used: z.int(),
}
export const attachmentAdded = event('attachment', 'add', 'The receiver uploaded a file.', attachment)
export const attachmentUpdated = event(
  'attachment',
  'update',
  'A message of the receiver links to an uploaded file.',
  attachment,
)
export const attachmentRemoved = event('attachment', 'remove', 'An uploaded file is gone.', {
  attachment: z.strictObject({ id: z.int() }),
  upload_space_used: z.int(),
})
