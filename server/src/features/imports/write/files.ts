import { type Readable, Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import { enqueueAll } from '../../../jobs/store.ts'
import { displayName, fileKey, newPathId } from '../../conversation/uploads/names.ts'
import { quotaBytes } from '../../conversation/uploads/reservation.ts'
import { inspectImage, makeThumbnails } from '../../conversation/uploads/thumbnails.ts'
import { typeOfFile } from '../../conversation/uploads/types.ts'
import { ImportError } from '../import-error.ts'
import type { SourceFile } from '../model.ts'
import { attachmentsWithImages, storeSpace } from './file-store.ts'
import { dateOrNow, fakeIds, type ImportJob } from './job.ts'
import { insertRows, recordIds } from './rows-store.ts'
import { stagedFiles, stageFiles } from './staging-store.ts'

/** Stores the files that texts refer to by ID. */
export async function writeFiles(job: ImportJob): Promise<void> {
  if (job.source.files === undefined) return
  job.progress.stage('files')
  let count = 0
  for await (const file of job.source.files()) {
    job.signal.throwIfAborted()
    const owner = file.owner === undefined ? undefined : job.users.get(file.owner)
    await storeFile(job, file, owner ?? anyOwner(job))
    job.progress.update(++count)
  }
}

export function assertWithinQuota(app: App, bytes: number): void {
  if (bytes > (quotaBytes(app) ?? Number.POSITIVE_INFINITY)) throw new ImportError('archive-exceeds-quota')
}

/** Files of unknown users belong to an owner. */
function anyOwner(job: ImportJob): User {
  for (const user of job.directory.users.values()) if (user.role === 100 && user.isActive) return user
  throw new Error('There is no owner.')
}

/** Stores a file once and returns its path. */
export async function storeFile(job: ImportJob, file: SourceFile, owner: User): Promise<string> {
  const [known] = await stagedFiles(job.db, 'source_id', [file.id])
  if (known !== undefined) return known.path_id
  const name = displayName(job.report.clean(file.name))
  const content_type = typeOfFile(file.contentType, name)
  const path_id = newPathId(job.realmId, name)
  const size = await storeBytes(job, path_id, content_type, await file.open())
  const image = job.isDryRun ? null : await inspectImage(job.app, { path_id, content_type, size })
  const row = {
    realm_id: job.realmId,
    owner_id: owner.id,
    path_id,
    name,
    content_type,
    size,
    image,
    created_at: dateOrNow(job, file.createdAt),
  }
  const [attachment_id] = job.isDryRun
    ? fakeIds([row])
    : await insertRows(job.db, 'attachment', columns, [row])
  await stageFiles(job.db, [
    { source_id: file.id, path_id, attachment_id: attachment_id!, content_type, image },
  ])
  if (!job.isDryRun) await recordIds(job.db, job.realmId, 'file', [[file.id, attachment_id!]])
  job.report.count('files')
  return path_id
}

const columns = {
  realm_id: 'bigint',
  owner_id: 'bigint',
  path_id: 'text',
  name: 'text',
  content_type: 'text',
  size: 'bigint',
  image: 'jsonb',
  created_at: 'timestamptz',
}

async function storeBytes(
  job: ImportJob,
  pathId: string,
  contentType: string,
  content: Readable,
): Promise<number> {
  const quota = quotaBytes(job.app) ?? Number.POSITIVE_INFINITY
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      job.storedBytes += chunk.length
      const isTooMuch = job.storedBytes > quota
      done(isTooMuch ? new ImportError('archive-exceeds-quota') : null, chunk)
    },
  })
  content.on('error', (error) => counted.destroy(error))
  content.pipe(counted)
  if (job.isDryRun) await finished(counted.resume())
  else await job.app.files.put(fileKey(pathId), counted, { contentType })
  return size
}

/** Accounts for the space and orders thumbnails, which the server makes later. */
export async function finishFiles(job: ImportJob): Promise<void> {
  await storeSpace(job.db, job.realmId)
  const ids = await attachmentsWithImages(job.db, job.realmId)
  await enqueueAll(
    job.db,
    makeThumbnails,
    ids.map((attachmentId) => ({ payload: { realmId: job.realmId, attachmentId } })),
  )
}
