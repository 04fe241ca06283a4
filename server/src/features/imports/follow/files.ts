import { Readable } from 'node:stream'
import type { User } from '../../../directory/directory.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import { OutsideError } from '../../../platform/outbound.ts'
import { displayName, fileKey, newPathId } from '../../conversation/uploads/names.ts'
import { changeSpace, findAttachment, insertAttachment } from '../../conversation/uploads/store.ts'
import { inspectImage, makeThumbnails } from '../../conversation/uploads/thumbnails.ts'
import { typeOfFile } from '../../conversation/uploads/types.ts'
import type { ImportText } from '../text/text.ts'
import type { FilePaths } from '../write/references.ts'
import { recordIds } from '../write/rows-store.ts'
import type { FollowContext } from './context.ts'
import { newIds } from './follow-store.ts'

/** Fetches the files that a text links to and that are not here yet. Returns their paths here, by old path. */
export async function followFiles(context: FollowContext, owner: User, text: ImportText): Promise<FilePaths> {
  const paths = new Map<string, string>()
  const wanted = new Set(
    text.flatMap((part) => (typeof part !== 'string' && part.kind === 'file URL' ? part.file : [])),
  )
  if (wanted.size === 0) return paths
  const { db } = context.app.database
  const known = await newIds(db, context.realm.id, 'file', [...wanted])
  for (const oldPath of wanted) {
    const id = known.get(oldPath)
    const attachment = id === undefined ? undefined : await findAttachment(db, context.realm.id, id)
    const path = attachment?.path_id ?? (await fetchFile(context, owner, oldPath))
    if (path !== undefined) paths.set(oldPath, path)
  }
  return paths
}

/** The bytes are stored before the row, as uploads are. */
async function fetchFile(context: FollowContext, owner: User, oldPath: string): Promise<string | undefined> {
  const { app, realm, report } = context
  const name = displayName(oldPath.split('/').at(-1) ?? 'file')
  const contentType = typeOfFile(undefined, name)
  const pathId = newPathId(realm.id, name)
  const size = await storeBytes(context, oldPath, fileKey(pathId), contentType)
  if (size === undefined) {
    report.skip('files', 'bytes cannot be had')
    return undefined
  }
  const image = await inspectImage(app, { path_id: pathId, content_type: contentType, size })
  await realm.transact(async (tx) => {
    const { id } = await insertAttachment(tx, {
      owner_id: owner.id,
      path_id: pathId,
      name,
      content_type: contentType,
      size,
      image,
      created_at: new Date(app.clock.now()),
    })
    await changeSpace(tx, size)
    await recordIds(tx.db, realm.id, 'file', [[oldPath, id]])
    if (image !== null) {
      await enqueueAll(tx.db, makeThumbnails, [{ payload: { realmId: realm.id, attachmentId: id } }])
    }
  })
  report.count('files')
  return pathId
}

async function storeBytes(
  { app, servers }: FollowContext,
  oldPath: string,
  key: string,
  contentType: string,
): Promise<number | undefined> {
  for (const server of servers) {
    try {
      const content = await server.file(oldPath)
      if (content === undefined) continue
      let size = 0
      const counted = async function* () {
        for await (const chunk of content as AsyncIterable<Buffer>) {
          size += chunk.length
          yield chunk
        }
      }
      await app.files.put(key, Readable.from(counted()), { contentType })
      return size
    } catch (error) {
      if (!(error instanceof OutsideError)) throw error
      await app.files.delete(key)
    }
  }
  return undefined
}
