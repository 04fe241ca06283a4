import { join } from 'node:path'
import type { Config } from '../config.ts'
import { FolderStorage } from './folder.ts'
import { S3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** The storage that the configuration names: a bucket, or a folder of the data folder. */
export const storageFor = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 === undefined ? new FolderStorage(join(dataDir, 'files')) : new S3Storage(s3)
