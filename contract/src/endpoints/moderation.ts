import { z } from 'zod'
import { string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { maxHideReason, messageReportObject, reportDescription } from '../objects/moderation.ts'
import { reportTypes } from '../objects/moderation-constants.ts'
import { json, text } from '../param.ts'

export const reportMessage = endpoint({
  route: 'POST /messages/{message_id}/report',
  summary: 'Report a message',
  notes:
    'Use this to report a message that the caller can read to the moderators. The notification bot posts the report with ' +
    'the content of the message to the channel for moderation requests (`moderation_request_channel_id`); this also ' +
    'shows moderators a direct message that they cannot read otherwise. Without such a channel, messages cannot be reported.',
  auth: 'user',
  gate: 'human',
  path: { message_id: 'int' },
  params: { report_type: text(z.enum(reportTypes)), description: text(reportDescription.default('')) },
  example: {
    message_id: sample.reportedMessage,
    report_type: 'spam',
    description: 'The same offer for the third time.',
  },
  reply: {},
  reasons: [
    'message-not-found',
    'message-report-unavailable',
    'message-report-own',
    'message-report-exists',
    'message-report-description-missing',
    'message-hidden-already',
  ],
})

export const getMessageReports = endpoint({
  route: 'GET /message_reports',
  summary: 'Get reports of messages',
  notes:
    'Use this to show moderators the reports of messages, newest first. A report has the content that the message had when it ' +
    'was reported. Clients with the capability `message_reports` receive an event of this name when the list changes. This ' +
    'is an extension of Loquat.',
  auth: 'user',
  params: {
    state: text(z.enum(['open', 'handled', 'all']).default('open')),
    before: json(z.int().optional()),
  },
  example: { state: 'all' },
  reply: { reports: z.array(messageReportObject), has_more: z.boolean() },
  reasons: ['moderation-denied'],
})

export const updateMessageReport = endpoint({
  route: 'PATCH /message_reports/{report_id}',
  summary: 'Update a report',
  notes:
    'Use this to mark the report of a message as handled, or to open it again. Requires the role of a moderator. This is an ' +
    'extension of Loquat.',
  auth: 'user',
  path: { report_id: 'int' },
  params: { is_handled: json(z.boolean()) },
  example: { report_id: sample.messageReport, is_handled: true },
  reply: {},
  reasons: ['moderation-denied', 'message-report-not-found'],
})

export const hideMessage = endpoint({
  route: 'POST /messages/{message_id}/hide',
  summary: 'Hide a message',
  notes:
    'Use this to replace the content of a message by a placeholder for everybody. Moderators can still read it with ' +
    '`GET /messages/{message_id}/hidden`, where the sender finds the reason. Requires the role of a moderator, and that the ' +
    'caller can read the message or that it was reported. Clients receive an `update_message` event. This is an extension of ' +
    'Loquat.',
  auth: 'user',
  path: { message_id: 'int' },
  params: { reason: text(string(maxHideReason).default('')) },
  example: { message_id: sample.oldMessage, reason: 'This is an advertisement.' },
  reply: {},
  reasons: ['moderation-denied', 'message-not-found', 'message-hidden-already'],
})

const hidden = { auth: 'user', path: { message_id: 'int' }, params: {} } as const

export const unhideMessage = endpoint({
  route: 'DELETE /messages/{message_id}/hide',
  summary: 'Unhide a message',
  notes:
    'Use this to show a hidden message again, with its content and versions. This is an extension of Loquat.',
  ...hidden,
  example: { message_id: sample.hiddenMessage },
  reply: {},
  reasons: ['moderation-denied', 'message-not-found', 'message-not-hidden'],
})

export const getHiddenMessage = endpoint({
  route: 'GET /messages/{message_id}/hidden',
  summary: 'Get a hidden message',
  notes:
    'Use this to show the sender of a hidden message why it was hidden, and moderators its content as well. This is an ' +
    'extension of Loquat.',
  ...hidden,
  example: { message_id: sample.hiddenMessage },
  reply: {
    reason: z.string(),
    timestamp: z.int(),
    hidden_by: z.int().optional(),
    content: z.string().optional(),
    rendered_content: z.string().optional(),
  },
  reasons: ['moderation-denied', 'message-not-found', 'message-not-hidden'],
})
