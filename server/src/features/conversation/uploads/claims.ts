import type { AttachmentObject } from '@loquat/contract'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { showsImage } from '../../../markdown/previews/thumbnails.ts'
import { enqueueReading } from '../file-texts/file-text-store.ts'
import {
  claimedBy,
  deleteClaims,
  insertClaims,
  replaceScheduledClaims,
  setHasAttachment,
  unclaimed,
} from './claim-store.ts'
import { removeAttachments } from './files.ts'
import { withCurrentImages } from './images.ts'
import { type Attachment, describeAttachments, lockAttachments, spaceUsed } from './store.ts'

/** Rendered HTML and the files it links to. */
export interface HtmlWithAttachments {
  html: string
  hasImage: boolean
  attachments: readonly Attachment[]
}

/**
 * Locks the files and updates the HTML before both are stored: since rendering, a file may have been deleted
 * or its thumbnail created. Neither can happen again until the transaction ends.
 */
export async function withFinalAttachments<T extends HtmlWithAttachments>(tx: Tx, rendered: T): Promise<T> {
  if (rendered.attachments.length === 0) return rendered
  await lockLog(tx.db, tx.realmId)
  const ids = rendered.attachments.map(({ id }) => id)
  const attachments = await lockAttachments(tx, ids)
  const left = new Set(attachments.map(({ id }) => id))
  const gone = rendered.attachments.filter(({ id }) => !left.has(id)).map((one) => ({ ...one, image: null }))
  const html = withCurrentImages(rendered.html, [...attachments, ...gone])
  const hasImage = html === rendered.html ? rendered.hasImage : showsImage(html)
  return { ...rendered, html, hasImage, attachments }
}

/** Updates the links after an edit. Returns files of the sender that nothing links to any more. */
export async function updateClaims(
  tx: Tx,
  message: { id: number; senderId: number },
  attachments: readonly Attachment[],
): Promise<AttachmentObject[]> {
  const before = await claimedBy(tx.db, [message.id])
  const now = attachments.map(({ id }) => id)
  const added = now.filter((id) => !before.includes(id))
  const dropped = before.filter((id) => !now.includes(id))
  if (added.length + dropped.length === 0) return []
  if (dropped.length > 0) for (const extend of tx.extensions.filesDeleted) await extend(tx, dropped)
  await deleteClaims(tx, message.id, dropped)
  await insertClaims(tx, message.id, added)
  await setHasAttachment(tx, message.id, now.length > 0)
  await publishAttachments(tx, message.senderId, added)
  await enqueueReading(tx, message.id)
  const free = await lockAttachments(tx, await unclaimed(tx.db, dropped))
  const own = free.filter(({ owner_id }) => owner_id === message.senderId)
  return await describeAttachments(tx.db, { ids: own.map(({ id }) => id) })
}

async function publishAttachments(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const upload_space_used = await spaceUsed(tx.db, tx.realmId)
  for (const attachment of await describeAttachments(tx.db, { ids })) {
    tx.publish({ type: 'attachment', op: 'update', attachment, upload_space_used }, { users: [userId] })
  }
}

/** Keeps the files of a scheduled message, without granting access to anyone. */
export async function claimForScheduled(
  tx: Tx,
  scheduledId: number,
  attachments: readonly Attachment[],
): Promise<void> {
  await replaceScheduledClaims(
    tx,
    scheduledId,
    attachments.map(({ id }) => id),
  )
}

/** Deletes messages together with files that only they linked to. */
export async function withFilesOf(
  tx: Tx,
  messageIds: readonly number[],
  remove: () => Promise<number[]>,
): Promise<number[]> {
  const files = await claimedBy(tx.db, messageIds)
  const removed = await remove()
  if (files.length > 0) await removeAttachments(tx, await unclaimed(tx.db, files))
  return removed
}
