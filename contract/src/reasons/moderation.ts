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
  'bulk-deletion-owner-denied': { kind: 'BadRequest', text: 'Only owners can delete messages of an owner.' },
  'bulk-deletion-running': {
    kind: 'BadRequest',
    text: 'Messages of this user are already being deleted or restored.',
  },
  'bulk-deletion-not-found': { kind: 'BadRequest', text: 'Bulk deletion not found.' },
  'bulk-deletion-final': { kind: 'BadRequest', text: "This deletion can't be undone any more." },
  'guest-expiry-not-guest': { kind: 'BadRequest', text: 'Only guest accounts can expire.' },
  'guest-expiry-past': { kind: 'BadRequest', text: 'Choose a time in the future.' },

  // Limits for new accounts
  'new-account-messages-too-fast': {
    kind: 'RateLimitHit',
    text: 'New accounts can send {limit} messages per minute. Try again in {seconds} seconds. This applies for the first {days} days and {messages} messages of an account.',
  },
  'new-account-links-too-many': {
    kind: 'BadRequest',
    text: 'Messages of new accounts can have at most {limit} links. This applies for the first {days} days and {messages} messages of an account.',
  },
  'new-account-mentions-too-many': {
    kind: 'BadRequest',
    text: 'Messages of new accounts can mention at most {limit} people and groups. This applies for the first {days} days and {messages} messages of an account.',
  },
  'new-account-wildcard-denied': {
    kind: 'BadRequest',
    text: "New accounts can't mention everyone. This applies for the first {days} days and {messages} messages of an account.",
  },
  'new-account-strangers-too-many': {
    kind: 'BadRequest',
    text: 'New accounts can begin at most {limit} direct conversations per day. This applies for the first {days} days and {messages} messages of an account.',
  },
  'new-account-channels-too-many': {
    kind: 'BadRequest',
    text: 'New accounts can create at most {limit} channels per day. This applies for the first {days} days and {messages} messages of an account.',
  },
} as const satisfies ReasonTable
