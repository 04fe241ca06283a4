import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { FileKeys } from './cipher.ts'
import { EncryptedStorage } from './encrypted.ts'
import { FolderStorage } from './folder.ts'
import { S3Storage } from './s3.ts'
import type { Storage } from './storage.ts'

/** The storage that the configuration names: a bucket, or a folder of the data folder. Files are as they are stored, encrypted or not. */
export const storageFor = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 === undefined ? new FolderStorage(join(dataDir, 'files')) : new S3Storage(s3)

/** The same, with files as they were put. */
export const encryptedStorageFor = (
  config: Pick<Config, 's3' | 'dataDir'>,
  keys: FileKeys | undefined,
): Storage => (keys === undefined ? storageFor(config) : new EncryptedStorage(storageFor(config), keys))
