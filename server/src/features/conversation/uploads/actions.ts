import type { IncomingMessage } from 'node:http'
import { type AttachmentObject, apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { receiveFile } from '../../../http/request/streamed-file.ts'
import type { Realm } from '../../../realms/realm.ts'
import { reindexMessages } from '../message-queries/reindex.ts'
import { messagesClaiming } from './claim-store.ts'
import { removeAttachments } from './files.ts'
import { addUpload, discardUpload, maxUploadBytes, storeUpload, tooLarge } from './receive.ts'
import { SpaceReservation } from './reservation.ts'
import { describeAttachments, findAttachment, spaceUsed } from './store.ts'

/** Size of a multipart form without its file: maximum and typical. */
const maxFormOverheadBytes = 1_048_576
const typicalFormOverheadBytes = 4_096

/** Stores the file of a multipart request while streaming it. */
export async function upload(app: App, realm: Realm, user: User, request: IncomingMessage) {
  const contentLength = Number(request.headers['content-length'] ?? 0)
  if (contentLength > maxUploadBytes(app) + maxFormOverheadBytes) {
    request.resume()
    throw tooLarge(app)
  }
  const expected = contentLength === 0 ? undefined : Math.max(0, contentLength - typicalFormOverheadBytes)
  const reservation = new SpaceReservation(app, realm, expected)
  try {
    // Reserve before reading the body, to refuse early.
    await reservation.cover(expected ?? 0)
    const { taken, otherFields } = await receiveFile(
      request,
      (file) => storeUpload(app, realm, file, reservation),
      (stored) => discardUpload(app, stored),
    )
    return { reply: await addUpload(app, realm, user, taken, reservation), otherFields }
  } finally {
    await reservation.release()
  }
}

export async function attachmentsOf(
  { database: { db } }: App,
  realm: Realm,
  user: User,
): Promise<{ attachments: AttachmentObject[]; upload_space_used: number }> {
  return {
    attachments: await describeAttachments(db, { ownerId: user.id }),
    upload_space_used: await spaceUsed(db, realm.id),
  }
}

/** Links in messages remain and stop working. */
export async function deleteAttachment(realm: Realm, user: User, id: number): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    const attachment = await findAttachment(tx.db, realm.id, id)
    if (attachment?.owner_id !== user.id) throw apiError('attachment-not-found')
    const messageIds = await messagesClaiming(tx.db, id)
    const { left } = await removeAttachments(tx, [id])
    await reindexMessages(tx, messageIds)
    tx.publish(
      { type: 'attachment', op: 'remove', attachment: { id }, upload_space_used: left },
      { users: [user.id] },
    )
  })
}
