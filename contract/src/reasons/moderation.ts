import type { ReasonTable } from './declare.ts'

/** Reasons of reports and other work of moderators. */
export const moderationReasons = {
  'moderation-denied': { kind: 'BadRequest', text: 'Only moderators can do this.' },
  'message-report-unavailable': {
    kind: 'BadRequest',
    text: "Messages can't be reported in this organization: it has no channel for moderation requests.",
  },
  'message-report-own': { kind: 'BadRequest', text: "You can't report your own message." },
  'message-report-exists': {
    kind: 'BadRequest',
    text: "You've already reported this message. Moderators will look at it.",
  },
  'message-report-description-missing': {
    kind: 'BadRequest',
    parameter: 'description',
    text: 'describe the problem.',
  },
  'message-report-not-found': { kind: 'BadRequest', text: 'Report not found.' },
  'message-hidden-already': { kind: 'BadRequest', text: 'A moderator has already hidden this message.' },
  'message-not-hidden': { kind: 'BadRequest', text: "This message isn't hidden." },
  'message-edit-hidden': {
    kind: 'BadRequest',
    text: "A message that a moderator has hidden can't be edited.",
  },
} as const satisfies ReasonTable
