import type { ReasonTable } from './declare.ts'

/** Reasons of exports, feeds, Web Push and outgoing webhooks. */
export const reachReasons = {
  'export-not-found': { kind: 'BadRequest', text: 'There is no such export.' },
  'export-file-not-found': { kind: 'NotFound', text: 'There is no such export.' },
  'export-deleted': { kind: 'BadRequest', text: 'This export has been deleted already.' },
  'export-failed': { kind: 'BadRequest', text: 'This export failed: there is nothing to delete.' },
  'export-pending': { kind: 'BadRequest', text: 'This export is still being made.' },
  'export-limit-exceeded': {
    kind: 'BadRequest',
    text: 'There may be {max} exports in {days} days. Try again later.',
  },
  'export-too-large': {
    kind: 'BadRequest',
    text: 'This organization is too large to be exported here: at most {messages} messages and {gibibytes} GiB of files. Whoever runs the server can export it.',
  },
  'export-consent-missing': {
    kind: 'BadRequest',
    parameter: 'export_type',
    text: 'an owner must agree to the export of private data first.',
  },
  'export-owner-address-hidden': {
    kind: 'BadRequest',
    parameter: 'export_type',
    text: 'an owner must let administrators see their email address first.',
  },

  'feed-not-found': {
    kind: 'BadRequest',
    parameter: 'feed_id',
    text: 'the bot has no such feed.',
  },
  'feed-bot-deactivated': {
    kind: 'BadRequest',
    parameter: 'bot_id',
    text: 'this bot has been deactivated.',
  },
  'feed-already-added': {
    kind: 'BadRequest',
    parameter: 'url',
    text: 'the bot posts this feed to the channel already.',
  },
  'feed-limit-of-bot-exceeded': { kind: 'BadRequest', text: 'A bot can have at most {max} feeds.' },
  'feed-limit-of-organization-exceeded': {
    kind: 'BadRequest',
    text: 'An organization can have at most {max} feeds.',
  },

  'web-push-endpoint-not-https': {
    kind: 'BadRequest',
    parameter: 'endpoint',
    text: 'this is no https address.',
  },
  'web-push-key-invalid': {
    kind: 'BadRequest',
    parameter: 'p256dh',
    text: 'this is no key of the curve P-256.',
  },
  'web-push-subscription-not-found': {
    kind: 'BadRequest',
    parameter: 'endpoint',
    text: 'there is no such subscription.',
  },

  // Only in the notice about a failed call.
  'webhook-response-unstorable': { kind: 'BadRequest', text: 'It has a character that no text can have.' },
} as const satisfies ReasonTable
