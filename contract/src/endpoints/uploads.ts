import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { attachmentObject } from '../objects/attachments.ts'

export const uploadFile = endpoint({
  route: 'POST /user_uploads',
  summary: 'Upload a file',
  notes:
    'Exactly one, of any kind, under any name. A message that links to `url` lets those who can read it fetch the file. ' +
    'Large files can be sent in pieces and resumed with the tus protocol at `/api/v1/tus`, which answers the last piece the ' +
    'same way. Files that nothing links to are deleted after five weeks.',
  auth: 'user',
  files: 'streamed',
  params: {},
  reply: {
    url: z.string(),
    /** Legacy name of `url`. */
    uri: z.string(),
    filename: z.string(),
  },
  errors: ['UploadQuotaExceeded'],
})

export const getFileUrl = endpoint({
  route: 'GET /user_uploads/{realm_id_str}/{filename}',
  summary: 'An address of an uploaded file that needs no authentication',
  notes:
    'It works for a minute. `filename` is what follows the number in the `url` of the file, slashes included. The file ' +
    'itself is found at its `url` (not below `/api/v1`).',
  auth: 'spectator',
  path: { realm_id_str: 'int', filename: 'path' },
  params: {},
  example: { realm_id_str: given('realm_id'), filename: given('file_path') },
  reply: { url: z.string() },
  errors: ['NotFound', 'FileForbidden'],
})

export const getAttachments = endpoint({
  route: 'GET /attachments',
  summary: 'The files that the caller has uploaded, and which messages link to them',
  auth: 'user',
  params: {},
  reply: { attachments: z.array(attachmentObject), upload_space_used: z.int() },
})

export const deleteAttachment = endpoint({
  route: 'DELETE /attachments/{attachment_id}',
  summary: 'Delete an uploaded file, also from the messages that link to it',
  auth: 'user',
  path: { attachment_id: 'int' },
  params: {},
  example: { attachment_id: sample.attachment },
  reply: {},
})
