import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { SentFile } from '../../../http/request/form.ts'
import type { Realm } from '../../../realms/realm.ts'
import { withAvatar } from '../avatars/assign.ts'

/**
 * Changes a bot, storing the avatar sent with the request, if any. Runs `check` before resizing, so that a
 * caller without permission cannot cause that work.
 */
export async function withSentAvatar<T>(
  app: App,
  realm: Realm,
  files: readonly SentFile[],
  check: () => unknown,
  change: (avatarFile: string | null) => Promise<T>,
): Promise<T> {
  const [sent] = files
  if (sent === undefined) return await change(null)
  await realm.decideFresh(check)
  if (files.length > 1) throw apiError('bot-avatar-files-too-many')
  return await withAvatar(app, realm.id, sent, change)
}
