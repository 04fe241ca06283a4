/** Legal holds and e-discovery exports. */
export const legalHoldDescriptions: Readonly<Record<string, string>> = {
  legal_holds: 'The legal holds, newest first.',
  legal_hold_id: 'ID of the legal hold.',
  kept_messages: 'Number of deleted messages that are kept.',
  kept_files: 'Number of deleted files that are kept.',
  'getLegalHolds.name': 'Name of the legal hold.',
  'createLegalHold.name': 'Name of the legal hold, which only owners see; at most 100 characters.',
  'getLegalHolds.user_ids':
    'Users whose messages are kept: those that they sent, and all of their direct conversations.',
  'createLegalHold.user_ids':
    'Users whose messages are kept: those that they sent, and all of their direct conversations.',
  'getLegalHolds.channel_ids': 'Channels whose messages are kept.',
  'createLegalHold.channel_ids':
    'Channels whose messages are kept. Without users and channels, the hold keeps all messages.',
  sent_from:
    'Only messages that were sent at this time or later, in seconds since the Unix epoch; null for all.',
  sent_until: 'Only messages that were sent before this time, in seconds since the Unix epoch; null for all.',
  created_by: 'ID of the owner who placed it.',
  'getLegalHolds.created_at': 'Time at which it was placed, in seconds since the Unix epoch.',
  discovery_exports: 'The e-discovery exports, newest first.',
  discovery_export_id: 'ID of the e-discovery export.',
  requested_by: 'ID of the owner who requested it.',
  requested_at: 'Time of the request, in seconds since the Unix epoch.',
  'getDiscoveryExports.query': 'The messages that were requested.',
  'getDiscoveryExports.user_ids': 'Users who sent the messages or take part in their direct conversation.',
  'requestDiscoveryExport.user_ids': 'Users who sent the messages or take part in their direct conversation.',
  'getDiscoveryExports.channel_ids': 'Channels of the messages.',
  'requestDiscoveryExport.channel_ids':
    'Channels of the messages. Without users and channels, the export has all messages.',
  words:
    'Only messages with one of these words in any version of their text or topic, whatever the case; with none, all.',
  'getDiscoveryExports.state': 'Whether it is `pending`, `finished`, `failed` or `deleted`.',
  messages_total: 'Number of messages to read; null before it is known.',
  messages_read: 'Number of messages that were read.',
  download_url: 'URL of the archive, for owners who are logged in; null if there is none.',
  released_by: 'ID of the owner who released it; null while it is in force.',
  released_at: 'Time at which it was released, in seconds since the Unix epoch; null while it is in force.',
}
