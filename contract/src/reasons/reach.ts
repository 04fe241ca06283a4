import type { ReasonTable } from './declare.ts'

/** Reasons of exports, feeds, Web Push and outgoing webhooks. */
export const reachReasons = {
  'legal-hold-not-found': { kind: 'BadRequest', text: 'Legal hold not found.' },
  'legal-hold-released': { kind: 'BadRequest', text: 'This legal hold has already been released.' },
  'legal-hold-name-empty': { kind: 'BadRequest', parameter: 'name', text: 'enter a name.' },
  'legal-hold-limit-reached': {
    kind: 'BadRequest',
    text: 'There are already {max} legal holds in force. Release one first.',
  },
  'message-scope-user-not-found': {
    kind: 'BadRequest',
    parameter: 'user_ids',
    text: 'there is no user {user}.',
  },
  'message-scope-channel-not-found': {
    kind: 'BadRequest',
    parameter: 'channel_ids',
    text: 'there is no channel {channel}.',
  },
  'message-scope-times-reversed': {
    kind: 'BadRequest',
    parameter: 'sent_until',
    text: 'must be later than sent_from.',
  },
  'discovery-export-not-found': { kind: 'BadRequest', text: 'E-discovery export not found.' },
  'discovery-export-limit-exceeded': {
    kind: 'BadRequest',
    text: 'At most {max} e-discovery exports can be requested per day.',
  },
  'discovery-word-empty': { kind: 'BadRequest', parameter: 'words', text: 'a word is empty.' },
  'export-not-found': { kind: 'BadRequest', text: 'Export not found.' },
  'export-file-not-found': { kind: 'NotFound', text: 'Export not found.' },
  'export-deleted': { kind: 'BadRequest', text: 'This export has already been deleted.' },
  'export-failed': { kind: 'BadRequest', text: 'This export failed, so there is nothing to delete.' },
  'export-pending': { kind: 'BadRequest', text: 'This export is still in progress.' },
  'export-limit-exceeded': {
    kind: 'BadRequest',
    text: 'At most {max} exports can be created in {days} days. Try again later.',
  },
  'data-copy-recent': { kind: 'BadRequest', text: 'You requested a copy within the last day.' },
  'data-copy-too-large': {
    kind: 'BadRequest',
    text: "Your data is too large to be copied here. Ask the server's administrator.",
  },
  'data-copy-of-bot': { kind: 'BadRequest', text: 'Bots have no data of their own.' },
  'export-too-large': {
    kind: 'BadRequest',
    text: "This organization is too large to be exported here: at most {messages} messages and {gibibytes} GiB of files. The server's administrator can export it.",
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

  'gifs-not-configured': { kind: 'BadRequest', text: 'This server has no key of a GIF service.' },
  'gifs-disabled': { kind: 'BadRequest', text: 'This organization has turned off GIFs.' },
  'gif-position-invalid': {
    kind: 'BadRequest',
    parameter: 'position',
    text: 'use the next_position of the previous page.',
  },
  'gif-provider-failed': { kind: 'BadRequest', text: 'The GIF service did not respond. Try again later.' },

  'feed-not-found': {
    kind: 'BadRequest',
    parameter: 'feed_id',
    text: 'feed not found.',
  },
  'feed-bot-deactivated': {
    kind: 'BadRequest',
    parameter: 'bot_id',
    text: 'this bot has been deactivated.',
  },
  'feed-already-added': {
    kind: 'BadRequest',
    parameter: 'url',
    text: 'the bot already posts this feed to the channel.',
  },
  'channel-feed-already-added': {
    kind: 'BadRequest',
    parameter: 'url',
    text: 'this feed is already posted to the channel.',
  },
  'feed-limit-of-channel-exceeded': { kind: 'BadRequest', text: 'A channel can have at most {max} feeds.' },
  'feed-limit-of-bot-exceeded': { kind: 'BadRequest', text: 'A bot can have at most {max} feeds.' },
  'feed-limit-of-organization-exceeded': {
    kind: 'BadRequest',
    text: 'An organization can have at most {max} feeds.',
  },

  'web-push-endpoint-not-https': {
    kind: 'BadRequest',
    parameter: 'endpoint',
    text: 'this is not an https URL.',
  },
  'web-push-key-invalid': {
    kind: 'BadRequest',
    parameter: 'p256dh',
    text: 'this is not a P-256 key.',
  },
  'web-push-subscription-not-found': {
    kind: 'BadRequest',
    parameter: 'endpoint',
    text: 'subscription not found.',
  },

  // Only in the notice about a failed call.
  'webhook-response-unstorable': { kind: 'BadRequest', text: 'It contains an invalid character.' },
} as const satisfies ReasonTable
