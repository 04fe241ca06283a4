import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { attachmentObject } from '../objects/attachments.ts'

export const uploadFile = endpoint({
  route: 'POST /user_uploads',
  summary: 'Upload a file',
  notes:
    'Use this to attach a file to messages: send exactly one file, then link to its `url` in a message. Everyone who ' +
    'can read the message can download the file. Large files can be uploaded in resumable parts with the tus ' +
    'protocol at `/api/v1/tus`, which returns the same reply. Files without links are deleted after five weeks.',
  auth: 'user',
  files: 'streamed',
  params: {},
  reply: {
    url: z.string(),
    /** Legacy name of `url`. */
    uri: z.string(),
    filename: z.string(),
  },
  reasons: ['upload-too-large', 'upload-quota-exceeded'],
})

export const getFileUrl = endpoint({
  route: 'GET /user_uploads/{realm_id_str}/{filename}',
  summary: 'Get a temporary file URL',
  notes:
    'Use this to open an uploaded file in a program without credentials. The URL works for a minute. The file itself ' +
    'is at its `url` (not under `/api/v1`).',
  auth: 'spectator',
  path: { realm_id_str: 'int', filename: 'path' },
  params: {},
  example: { realm_id_str: given('realm_id'), filename: given('file_path') },
  reply: { url: z.string() },
  reasons: ['file-not-found', 'file-access-denied'],
})

export const getAttachments = endpoint({
  route: 'GET /attachments',
  summary: 'Get attachments',
  notes: 'Use this to list your uploaded files, with the messages that link to them.',
  auth: 'user',
  params: {},
  reply: { attachments: z.array(attachmentObject), upload_space_used: z.int() },
  reasons: [],
})

export const deleteAttachment = endpoint({
  route: 'DELETE /attachments/{attachment_id}',
  summary: 'Delete an attachment',
  notes: 'Use this to delete an uploaded file. Messages that link to it no longer show it.',
  auth: 'user',
  path: { attachment_id: 'int' },
  params: {},
  example: { attachment_id: sample.attachment },
  reply: {},
  reasons: ['attachment-not-found'],
})
