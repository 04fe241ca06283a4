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
  released_by: 'ID of the owner who released it; null while it is in force.',
  released_at: 'Time at which it was released, in seconds since the Unix epoch; null while it is in force.',
}
