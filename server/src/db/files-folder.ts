import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../platform/config.ts'
import { FolderStorage } from '../platform/files/folder.ts'
import { StartError } from '../platform/start-error.ts'
import type { Db } from './database.ts'

/**
 * Makes sure that all servers on a database have its files: they are in S3, or every server has the same folder. The
 * first start marks its folder with a random ID, which the database has as well. A shared folder has the mark on every
 * machine. With the embedded database, files and database are in the same data folder.
 */
export async function claimFilesFolder(
  db: Db,
  { s3, databaseUrl, dataDir, sharedFiles }: Pick<Config, 's3' | 'databaseUrl' | 'dataDir' | 'sharedFiles'>,
): Promise<void> {
  if (s3 !== undefined || databaseUrl === undefined) return
  const path = join(dataDir, 'files')
  const folder = new FolderStorage(path)
  await db.transaction().execute(async (transaction) => {
    // Servers that start together wait for each other here.
    await sql`lock table files_folder in exclusive mode`.execute(transaction)
    const row = await transaction.selectFrom('files_folder').select('folder_id').executeTakeFirst()
    if (row === undefined) {
      const folder_id = randomUUID()
      // First: if the commit fails, the next start claims the folder again.
      await folder.writeId(folder_id)
      await transaction.insertInto('files_folder').values({ folder_id }).execute()
    } else if ((await folder.readId()) !== row.folder_id) {
      if (!sharedFiles) throw otherFolder(path)
      await folder.writeId(row.folder_id)
    }
  })
}

const otherFolder = (path: string) =>
  new StartError(
    `The files of this database are in another folder than ${path}, perhaps on another machine. ` +
      'Several servers need one place for files: an S3 bucket (LOQUAT_S3_BUCKET), or a folder that all of them share. ' +
      'If the files are in this folder, start with LOQUAT_SHARED_FILES=true.',
  )
