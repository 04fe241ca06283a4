import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { type Directory, isAdmin, isBot, type User } from '../../../directory/directory.ts'
import type { SentFile } from '../../../http/request/form.ts'
import type { Realm } from '../../../realms/realm.ts'
import { publishBot } from '../bots/publish.ts'
import { singleFile } from '../pictures/files.ts'
import { avatarUrl } from '../users/present.ts'
import { callerOf } from '../users/principals.ts'
import { assignAvatar, withAvatar } from './assign.ts'

function assertMayChangeAvatar(directory: Directory, user: User): void {
  if (!directory.setting('avatar_changes_disabled') || isAdmin(user)) return
  throw apiError('avatar-change-denied')
}

export async function changeOwnAvatar(
  app: App,
  realm: Realm,
  user: User,
  files: readonly SentFile[],
): Promise<string> {
  const sent = singleFile(files)
  await realm.decideFresh(() => assertMayChangeAvatar(realm.directory, user))
  return await withAvatar(app, realm.id, sent, (file) => storeOwnAvatar(realm, user.id, file))
}

export async function removeOwnAvatar(realm: Realm, user: User): Promise<string> {
  return await storeOwnAvatar(realm, user.id, null)
}

async function storeOwnAvatar(realm: Realm, userId: number, file: string | null): Promise<string> {
  const { directory } = realm
  return await realm.transactExclusively(async (tx) => {
    const user = callerOf(directory, userId)
    assertMayChangeAvatar(directory, user)
    const changed = await assignAvatar(tx, user, file)
    const avatar_url = avatarUrl(changed)
    if (isBot(changed)) publishBot(tx, directory, changed, { avatar_url })
    return avatar_url
  })
}
