import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { SentFile } from '../../../http/form.ts'
import { pictureKey } from '../../../platform/files/keys.ts'
import { pictureExtensions, withPicture } from '../../../platform/images.ts'
import { assertFits, forgetFiles, randomFileName, withStored } from '../pictures/files.ts'
import { publishAvatar } from '../users/email.ts'
import { updateAvatar } from './store.ts'

const sizes = { small: 100, medium: 500 }

/** Where the sizes of a picture are. */
export const avatarKeys = (realmId: number, file: string) => ({
  small: pictureKey(realmId, `${file}.png`),
  medium: pictureKey(realmId, `${file}-medium.png`),
})

/**
 * Makes and stores the sizes of a picture, for a change that then gives it to somebody:
 *
 *     await withAvatar(app, realm.id, sent, (file) => realm.transactExclusively((tx) => giveAvatar(tx, user, file)))
 *
 * What is slow happens before the change begins, so nobody waits for it.
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
    [small, await picture.square(sizes.small)] as const,
    [medium, await picture.square(sizes.medium)] as const,
  ])
  return await withStored(app, new Map(pictures), () => change(file))
}

/**
 * Gives a person or bot the picture, or with null the one of the external service again, and tells everyone. Of a bot its
 * owner is to be told as well: `publishBot` with the new `avatar_url`. Returns the account as it is then.
 */
export async function giveAvatar(tx: Tx, user: User, file: string | null): Promise<User> {
  const changed: User = {
    ...user,
    avatarSource: file === null ? 'G' : 'U',
    avatarVersion: user.avatarVersion + 1,
    avatarFile: file,
  }
  await updateAvatar(tx, user.id, { source: changed.avatarSource, version: changed.avatarVersion, file })
  if (user.avatarFile !== null) {
    await forgetFiles(tx, Object.values(avatarKeys(user.realmId, user.avatarFile)))
  }
  publishAvatar(tx, changed, { users: [user.id] })
  return changed
}
