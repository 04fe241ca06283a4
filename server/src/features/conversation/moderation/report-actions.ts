import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { User } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import type { Realm } from '../../../realms/realm.ts'
import { assertModerator } from './access.ts'
import { reportButtons } from './buttons.ts'
import { hideWithin, unhideWithin } from './hide.ts'
import { lockReport } from './report-store.ts'
import { setReportHandled } from './reports.ts'

/**
 * Applies a button of a report in the moderation channel. Only moderators can use them, whoever reads the channel. Returns the sender whose
 * message was hidden, to notify after the transaction.
 */
export async function applyReportButton(
  app: App,
  tx: Tx,
  realm: Realm,
  user: User,
  noticeId: number,
  buttonId: string,
): Promise<number | undefined> {
  const report = await lockReport(tx, { noticeId })
  if (report === undefined) throw apiError('component-not-found')
  assertModerator(user)
  if (buttonId === reportButtons.handle || buttonId === reportButtons.reopen) {
    await setReportHandled(app, tx, realm, user, report, buttonId === reportButtons.handle)
    return undefined
  }
  if (report.message_id === null) throw apiError('message-not-found')
  if (buttonId === reportButtons.hide) {
    return (await hideWithin(app, tx, realm, user, report.message_id, '')).senderId
  }
  if (buttonId === reportButtons.unhide) await unhideWithin(app, tx, realm, user, report.message_id)
  return undefined
}
