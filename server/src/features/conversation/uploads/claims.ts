import type { AttachmentObject } from '@loquat/contract'
import { lockLog } from '../../../events/store.ts'
import type { Tx } from '../../../events/transaction.ts'
import { showsImage } from '../../../markdown/previews/thumbnails.ts'
import {
  claimedBy,
  deleteClaims,
  insertClaims,
  noteWhetherClaiming,
  replaceScheduledClaims,
  unclaimed,
} from './claim-store.ts'
import { removeAttachments } from './files.ts'
import { withCurrentImages } from './images.ts'
import { type Attachment, describeAttachments, spaceUsed, takeAttachments } from './store.ts'

/** A rendered text, and the files that it links to. */
export interface WithFiles {
  html: string
  hasImage: boolean
  attachments: readonly Attachment[]
}

/**
 * Text and files as they are now that both are about to be stored: since the text was rendered a file may have been deleted,
 * or its image made. From here on neither can happen until the transaction ends.
 */
export async function withFinalAttachments<T extends WithFiles>(tx: Tx, rendered: T): Promise<T> {
  if (rendered.attachments.length === 0) return rendered
  await lockLog(tx.db, tx.realmId)
  const wanted = rendered.attachments.map(({ id }) => id)
  const attachments = await takeAttachments(tx, wanted)
  const left = new Set(attachments.map(({ id }) => id))
  const gone = rendered.attachments.filter(({ id }) => !left.has(id)).map((one) => ({ ...one, image: null }))
  const html = withCurrentImages(rendered.html, [...attachments, ...gone])
  const hasImage = html === rendered.html ? rendered.hasImage : showsImage(html)
  return { ...rendered, html, hasImage, attachments }
}

/** After an edit: only what the text links to now. Returns files of the sender that nothing links to any more. */
export async function claimAnew(
  tx: Tx,
  message: { id: number; senderId: number },
  attachments: readonly Attachment[],
): Promise<AttachmentObject[]> {
  const before = await claimedBy(tx.db, [message.id])
  const now = attachments.map(({ id }) => id)
  const added = now.filter((id) => !before.includes(id))
  const dropped = before.filter((id) => !now.includes(id))
  if (added.length + dropped.length === 0) return []
  await deleteClaims(tx, message.id, dropped)
  await insertClaims(tx, message.id, added)
  await noteWhetherClaiming(tx, message.id, now.length > 0)
  await publishChange(tx, message.senderId, added)
  const free = await takeAttachments(tx, await unclaimed(tx.db, dropped))
  const own = free.filter(({ owner_id }) => owner_id === message.senderId)
  return await describeAttachments(tx.db, { ids: own.map(({ id }) => id) })
}

async function publishChange(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const upload_space_used = await spaceUsed(tx.db, tx.realmId)
  for (const attachment of await describeAttachments(tx.db, { ids })) {
    tx.publish({ type: 'attachment', op: 'update', attachment, upload_space_used }, { users: [userId] })
  }
}

/** A message that waits for its time keeps its files, and opens them to nobody. */
export async function claimForLater(
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

/** When messages are deleted, the files that only they linked to go with them. */
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
