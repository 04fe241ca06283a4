import { WireError } from '@loquat/contract'
import type { RealmPictureName, RealmPictures } from '../../../db/tables/pictures.ts'
import { emojiKey, stillKey } from '../../../markdown/emoji/custom.ts'
import { pictureExtensions, withPicture } from '../../../platform/images.ts'
import { realmPictureKey } from '../../../realms/pictures.ts'
import { avatarKeys } from '../../identity/avatars/assign.ts'
import { contentTypeOf, randomFileName } from '../../identity/pictures/files.ts'
import type { SourcePicture } from '../model.ts'
import type { ImportJob } from './job.ts'

type Decode<T> = Parameters<typeof withPicture<T>>[2]

/** Decodes a picture. Undefined if the bytes are missing or no picture, which is counted. */
async function decoded<T>(
  job: ImportJob,
  what: string,
  picture: SourcePicture,
  work: Decode<T>,
): Promise<T | undefined> {
  const bytes = await picture()
  if (bytes === undefined) {
    job.report.skip(what, 'bytes are not in the archive')
    return undefined
  }
  try {
    // Formats are detected by content; the name only has to be acceptable.
    return await withPicture({ name: 'picture.png', bytes: Buffer.from(bytes) }, pictureExtensions, work)
  } catch (error) {
    if (!(error instanceof WireError)) throw error
    job.report.skip(what, 'picture cannot be read')
    return undefined
  }
}

async function store(job: ImportJob, key: string, bytes: Buffer): Promise<void> {
  if (!job.isDryRun) await job.app.files.put(key, bytes, { contentType: contentTypeOf(key) ?? '' })
}

/** Stores an avatar and returns its file name. */
export async function storeAvatar(job: ImportJob, picture: SourcePicture): Promise<string | undefined> {
  return await decoded(job, 'avatars', picture, async (image) => {
    const file = randomFileName()
    const { small, medium } = avatarKeys(job.realmId, file)
    await store(job, small, await image.square(100))
    await store(job, medium, await image.square(500))
    return file
  })
}

export async function storeEmoji(
  job: ImportJob,
  picture: SourcePicture,
): Promise<{ fileName: string; isAnimated: boolean } | undefined> {
  return await decoded(job, 'emoji', picture, async (image) => {
    const { still, moving } = await image.emoji(64)
    const fileName = `${randomFileName()}.${moving?.extension ?? 'png'}`
    await store(job, emojiKey(job.realmId, fileName), moving?.bytes ?? still)
    if (moving !== undefined) await store(job, stillKey(job.realmId, fileName), still)
    return { fileName, isAnimated: moving !== undefined }
  })
}

/** The icon and logos of the organization. */
export async function storeRealmPictures(job: ImportJob): Promise<RealmPictures> {
  const pictures: RealmPictures = {}
  for (const [name, picture] of Object.entries(job.source.organization.pictures ?? {})) {
    const file = await decoded(job, 'organization pictures', picture, async (image) => {
      const file = randomFileName()
      const bytes = name === 'icon' ? await image.square(100) : await image.within(800, 100)
      await store(job, realmPictureKey(job.realmId, file), bytes)
      return file
    })
    if (file !== undefined) pictures[name as RealmPictureName] = { file, version: 2 }
  }
  return pictures
}
