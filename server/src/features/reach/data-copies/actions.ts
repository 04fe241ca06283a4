import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import { isBot, type User } from '../../../directory/directory.ts'
import { enqueue } from '../../../jobs/store.ts'
import { randomKey } from '../../../platform/signer.ts'
import type { Realm } from '../../../realms/realm.ts'
import { deleteFiles } from '../../identity/pictures/files.ts'
import { exportKey } from '../exports/jobs.ts'
import { makeDataCopies } from './jobs.ts'
import { copyOf, ownSize, storeRequest } from './store.ts'

const dayMs = 86_400_000

/** Requests a copy of the user's own data, at most one per day. */
export async function requestCopy(app: App, realm: Realm, user: User): Promise<void> {
  if (isBot(user)) throw apiError('data-copy-of-bot')
  const now = app.clock.now()
  const { exportLimits } = app.config
  const size = await ownSize(app.database.db, user.id, exportLimits.messages + 1)
  if (size.messages > exportLimits.messages || size.bytes > exportLimits.bytes)
    throw apiError('data-copy-too-large')
  await realm.transact(async (tx) => {
    const earlier = await copyOf(tx.db, user.id)
    if (earlier !== undefined && earlier.failed_at === null && now - earlier.requested_at.getTime() < dayMs)
      throw apiError('data-copy-recent')
    if (earlier !== undefined)
      await enqueue(tx.db, deleteFiles, { keys: [exportKey(realm.id, earlier.file)] })
    await storeRequest(tx, { userId: user.id, file: `copy-${randomKey(48)}.zip`, now: new Date(now) })
    tx.audit({ kind: 'data_copy.requested', target: { type: 'user', id: user.id } })
    await enqueue(tx.db, makeDataCopies, {}, { key: makeDataCopies.name })
  })
}
