import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/request/form.ts'
import { pictureKey } from '../../../platform/files/keys.ts'
import { pictureExtensions, withPicture } from '../../../platform/images.ts'
import { assertFits, deleteFilesLater, randomFileName, withStoredPictures } from '../pictures/files.ts'
import { publishAvatar } from '../users/email.ts'
import { updateAvatar } from './store.ts'

const sizesPx = { small: 100, medium: 500 }

/** Storage keys of each size of an avatar. */
export const avatarKeys = (realmId: number, file: string) => ({
  small: pictureKey(realmId, `${file}.png`),
  medium: pictureKey(realmId, `${file}-medium.png`),
})

/**
 * Resizes and stores an avatar for a change that assigns it:
 *
 *     await withAvatar(app, realm.id, sent, (file) => realm.transactExclusively((tx) => giveAvatar(tx, user, file)))
 *
 * The slow work happens before the transaction begins, so it blocks nobody.
 */
export async function withAvatar<T>(
  app: App,
  realmId: number,
  sent: SentFile,
  change: (file: string) => Promise<T>,
): Promise<T> {
  assertFits(sent)
  const file = randomFileName()
  const { small, medium } = avatarKeys(realmId, file)
  const pictures = await withPicture(sent, pictureExtensions, async (picture) => [
    [small, await picture.square(sizesPx.small)] as const,
    [medium, await picture.square(sizesPx.medium)] as const,
  ])
  return await withStoredPictures(app, new Map(pictures), () => change(file))
}

/**
 * Assigns an uploaded avatar (or with null the external one) and publishes it to everyone. Returns the
 * updated account. For a bot, the caller must also notify its owner: `publishBot` with the new `avatar_url`.
 */
export async function assignAvatar(tx: Tx, user: User, file: string | null): Promise<User> {
  const changed: User = {
    ...user,
    avatarSource: file === null ? 'G' : 'U',
    avatarVersion: user.avatarVersion + 1,
    avatarFile: file,
  }
  await updateAvatar(tx, user.id, { source: changed.avatarSource, version: changed.avatarVersion, file })
  if (user.avatarFile !== null) {
    await deleteFilesLater(tx, Object.values(avatarKeys(user.realmId, user.avatarFile)))
  }
  publishAvatar(tx, changed, { users: [user.id] })
  return changed
}
