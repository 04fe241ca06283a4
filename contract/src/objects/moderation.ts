import { z } from 'zod'
import { string } from '../bounds.ts'
import { reportTypes } from './moderation-constants.ts'

export const maxReportDescription = 1_000
/** Maximum length of a reported message that moderators see with the report. */
export const maxReportExcerpt = 2_000
export const maxReportsListed = 100

export const reportDescription = string(maxReportDescription)

/** A report of a message. */
export const messageReportObject = z.strictObject({
  report_id: z.int(),
  message_id: z.int().nullable(),
  message_sender_id: z.int(),
  stream_id: z.int().nullable(),
  topic: z.string(),
  content: z.string(),
  is_hidden: z.boolean(),
  reporter_id: z.int(),
  report_type: z.enum(reportTypes),
  description: z.string(),
  timestamp: z.int(),
  handled_by: z.int().nullable(),
  handled_at: z.int().nullable(),
})
export type MessageReportObject = z.output<typeof messageReportObject>

export const maxHideReason = 500
