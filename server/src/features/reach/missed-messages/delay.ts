import { type Directory, type User, userSetting } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { shiftMissed } from './store.ts'

const delaySetting = 'email_notifications_batching_period_seconds'

/** Moves pending emails when a user changes how long to wait before emailing. */
export async function applyChangedDelay(
  tx: Tx,
  _directory: Directory,
  before: User,
  after: User,
): Promise<void> {
  const seconds = userSetting(after, delaySetting) - userSetting(before, delaySetting)
  if (seconds !== 0) await shiftMissed(tx, after.id, seconds)
}
