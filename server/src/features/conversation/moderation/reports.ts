import {
  apiError,
  type MessageReportObject,
  maxReportExcerpt,
  maxReportsListed,
  type ReportType,
} from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Channel, Directory, User } from '../../../directory/directory.ts'
import { truncateTopic } from '../../../directory/topics.ts'
import type { Tx } from '../../../events/transaction.ts'
import { toSeconds } from '../../../platform/clock.ts'
import type { Realm } from '../../../realms/realm.ts'
import { notificationBot } from '../../../realms/system.ts'
import { noticesOf } from '../../../texts/notices.ts'
import { nameOf } from '../../places/channels/bot-text.ts'
import type { StoredMessage } from '../message-changes/store.ts'
import { compose } from '../messages/compose.ts'
import { messageHref } from '../messages/href.ts'
import { storeWithin } from '../messages/outbox.ts'
import { channelDestination } from '../messages/resolve-destination.ts'
import { withTopicEffects } from '../messages/send.ts'
import { assertModerator, readableMessage } from './access.ts'
import { componentsOfReport, updateButtons } from './buttons.ts'
import { fenced } from './hide.ts'
import { publishReports } from './publish.ts'
import {
  insertReport,
  type ListedReport,
  listReports,
  lockReport,
  type ReportRow,
  setHandled,
  setNotice,
} from './report-store.ts'

interface ReportInput {
  report_type: ReportType
  description: string
}

/** Reports a message that the user can read. The report, and its message in the moderation channel, commit together. */
export async function reportMessage(
  app: App,
  realm: Realm,
  user: User,
  messageId: number,
  { report_type, description }: ReportInput,
): Promise<void> {
  if (app.config.rateLimits) app.limiter.take('messageReport', user.id)
  if (report_type === 'other' && description.trim() === '') {
    throw apiError('message-report-description-missing')
  }
  await realm.transactExclusively(async (tx) => {
    const channel = moderationChannel(realm.directory)
    const message = await readableMessage(tx, realm, user, messageId)
    if (channel === undefined) throw apiError('message-report-unavailable')
    if (message.senderId === user.id) throw apiError('message-report-own')
    if (message.isHidden) throw apiError('message-hidden-already')
    const report = await insertReport(tx, {
      message_id: messageId,
      message_sender_id: message.senderId,
      channel_id: message.channelId,
      topic: message.topic,
      content: excerptOf(message.content),
      reporter_id: user.id,
      report_type,
      description: description.trim(),
      created_at: new Date(app.clock.now()),
    })
    if (report === undefined) throw apiError('message-report-exists')
    await setNotice(tx, report.id, await post(app, tx, realm, { report, message, reporter: user, channel }))
    publishReports(tx, realm.directory)
  })
}

/** The channel for moderation requests, unless it is archived. */
function moderationChannel(directory: Directory): Channel | undefined {
  const channel = directory.channels.get(directory.setting('moderation_request_channel_id'))
  return channel?.isArchived === false ? channel : undefined
}

const excerptOf = (content: string) =>
  content.length > maxReportExcerpt ? `${content.slice(0, maxReportExcerpt - 1).toWellFormed()}…` : content

const reasonTexts: Readonly<Record<ReportType, string>> = {
  spam: 'report.typeSpam',
  harassment: 'report.typeHarassment',
  inappropriate: 'report.typeInappropriate',
  norms: 'report.typeNorms',
  other: 'report.typeOther',
}

interface PostedReport {
  report: ReportRow
  message: StoredMessage
  reporter: User
  channel: Channel
}

async function post(app: App, tx: Tx, realm: Realm, posted: PostedReport): Promise<number> {
  const { directory } = realm
  const bot = notificationBot(directory)
  const sender = directory.users.get(posted.message.senderId)
  const topic = truncateTopic(noticesOf(directory)('report.topic', { name: sender?.fullName ?? '' }))
  const destination = channelDestination(posted.channel, topic)
  const composed = await compose(app, realm, bot, destination, {
    content: textOf(directory, posted),
    clientName: 'Internal',
    components: componentsOfReport(directory, posted.report, false),
    within: tx.db,
  })
  const [id] = await storeWithin(tx, [withTopicEffects(realm, bot, destination, composed)])
  return id!
}

function textOf(directory: Directory, { report, message, reporter }: PostedReport): string {
  const text = noticesOf(directory)
  const sender = directory.users.get(message.senderId)
  const names = { reporter: nameOf(reporter), sender: sender === undefined ? '' : nameOf(sender) }
  const channel = message.channelId === null ? undefined : directory.channels.get(message.channelId)
  const url = channel && `${directory.url}${messageHref({ channel, topic: message.topic }, message.id)}`
  return [
    url === undefined ? text('report.direct', names) : text('report.channel', { ...names, url }),
    text('report.reason', { reason: text(reasonTexts[report.report_type]) }),
    ...(report.description === '' ? [] : [fenced(report.description)]),
    text('report.content'),
    fenced(report.content),
  ].join('\n\n')
}

/** Marks a report as handled, or opens it again. */
export async function updateReport(
  app: App,
  realm: Realm,
  user: User,
  id: number,
  isHandled: boolean,
): Promise<void> {
  assertModerator(user)
  await realm.transactExclusively(async (tx) => {
    const report = await lockReport(tx, { id })
    if (report === undefined) throw apiError('message-report-not-found')
    await setReportHandled(app, tx, realm, user, report, isHandled)
  })
}

export async function setReportHandled(
  app: App,
  tx: Tx,
  realm: Realm,
  user: User,
  report: ReportRow,
  isHandled: boolean,
): Promise<void> {
  if ((report.handled_at !== null) === isHandled) return
  const handled_at = isHandled ? new Date(app.clock.now()) : null
  const handled_by = isHandled ? user.id : null
  await setHandled(tx, report.id, handled_at === null ? undefined : { by: user.id, at: handled_at })
  await updateButtons(tx, realm.directory, { ...report, handled_by, handled_at })
  publishReports(tx, realm.directory)
}

export async function getReports(
  { database: { db } }: App,
  realm: Realm,
  user: User,
  { state, before }: { state: 'open' | 'handled' | 'all'; before: number | undefined },
): Promise<{ reports: MessageReportObject[]; has_more: boolean }> {
  assertModerator(user)
  const rows = await listReports(db, realm.id, { state, before, limit: maxReportsListed + 1 })
  return {
    reports: rows.slice(0, maxReportsListed).map(presentReport),
    has_more: rows.length > maxReportsListed,
  }
}

const presentReport = (row: ListedReport): MessageReportObject => ({
  report_id: row.id,
  message_id: row.message_id,
  message_sender_id: row.message_sender_id,
  stream_id: row.channel_id,
  topic: row.topic,
  content: row.content,
  is_hidden: row.is_hidden,
  reporter_id: row.reporter_id,
  report_type: row.report_type,
  description: row.description,
  timestamp: toSeconds(row.created_at.getTime()),
  handled_by: row.handled_by,
  handled_at: row.handled_at === null ? null : toSeconds(row.handled_at.getTime()),
})
