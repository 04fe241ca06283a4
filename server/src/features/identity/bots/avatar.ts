import { refuse } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { SentFile } from '../../../http/form.ts'
import type { Realm } from '../../../realms/realm.ts'
import { withAvatar } from '../avatars/give.ts'

/**
 * Makes a change to a bot with the picture that came along, if one did. `check` is asked before the work that a picture
 * is, so that who may not make the change does not cause it.
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
  if (files.length > 1) throw refuse('BadRequest', 'Send one file at most.')
  return await withAvatar(app, realm.id, sent, change)
}
