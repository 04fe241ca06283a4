import { type Component, componentsType } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import type { Tx } from '../../../events/transaction.ts'
import { notificationBot } from '../../../realms/system.ts'
import { noticesOf } from '../../../texts/notices.ts'
import { messageAudience } from '../message-changes/receivers.ts'
import { lockMessage } from '../message-changes/store.ts'
import { takeSubmessageId } from '../messages/send-store.ts'
import { storedComponents } from '../submessages/components.ts'
import { replaceSubmessage } from '../submessages/store.ts'
import { findHidden } from './hidden-store.ts'
import { publishReports } from './publish.ts'
import { type ReportRow, reportsOf } from './report-store.ts'

export const reportButtons = { handle: 'handle', reopen: 'reopen', hide: 'hide', unhide: 'unhide' } as const

const maxNameLength = 40

/** The buttons of a report in the moderation channel, in the language of the organization. */
export function componentsOfReport(
  directory: Directory,
  report: Pick<ReportRow, 'handled_by' | 'message_id'>,
  isHidden: boolean,
): string {
  const text = noticesOf(directory)
  const handler = report.handled_by === null ? undefined : directory.users.get(report.handled_by)
  const name = (handler?.fullName ?? '').slice(0, maxNameLength)
  const components: Component[] =
    report.handled_by === null
      ? [{ type: 'button', id: reportButtons.handle, label: text('report.markHandled'), style: 'primary' }]
      : [
          { type: 'button', id: 'handled', label: text('report.handledBy', { name }), disabled: true },
          { type: 'button', id: reportButtons.reopen, label: text('report.reopen') },
        ]
  if (report.message_id !== null) {
    components.push(
      isHidden
        ? { type: 'button', id: reportButtons.unhide, label: text('report.unhideMessage') }
        : { type: 'button', id: reportButtons.hide, label: text('report.hideMessage'), style: 'danger' },
    )
  }
  return storedComponents(components)
}

/** Updates the reports of a message and their buttons, after it was hidden or shown again. */
export async function updateReports(tx: Tx, directory: Directory, messageId: number): Promise<void> {
  const reports = await reportsOf(tx, [messageId])
  for (const report of reports) await updateButtons(tx, directory, report)
  if (reports.length > 0) publishReports(tx, directory)
}

/** The same before messages are deleted, which their reports survive. */
export async function updateReportsOfDeleted(
  tx: Tx,
  messageIds: readonly number[],
  directory: Directory,
): Promise<void> {
  const reports = await reportsOf(tx, messageIds)
  for (const report of reports) await updateButtons(tx, directory, { ...report, message_id: null })
  if (reports.length > 0) publishReports(tx, directory)
}

export async function updateButtons(tx: Tx, directory: Directory, report: ReportRow): Promise<void> {
  const notice = report.notice_id === null ? undefined : await lockMessage(tx, report.notice_id)
  if (notice === undefined || notice.isHidden) return
  const { id: botId } = notificationBot(directory)
  const isHidden = report.message_id !== null && (await findHidden(tx.db, report.message_id)) !== undefined
  const content = componentsOfReport(directory, report, isHidden)
  const id = await takeSubmessageId(tx.db)
  await replaceSubmessage(tx, { id, messageId: notice.id, senderId: botId, type: componentsType, content })
  tx.publish(
    {
      type: 'submessage',
      submessage_id: id,
      message_id: notice.id,
      sender_id: botId,
      msg_type: componentsType,
      content,
    },
    await messageAudience(tx.db, directory, notice),
  )
}
