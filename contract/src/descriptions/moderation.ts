/** Reports, hidden messages and other work of moderators. */
export const moderationDescriptions: Readonly<Record<string, string>> = {
  report_type:
    'Why the message is reported: `spam`, `harassment`, `inappropriate`, `norms` (against the rules of the organization) or `other`.',
  'reportMessage.description':
    'More about the report, at most 1,000 characters. Required for the type `other`.',
  'getMessageReports.state': 'Which reports to return: `open`, `handled` or `all`.',
  'getMessageReports.before': 'Return reports with a smaller ID; for the next page.',
  'getMessageReports.message_id': 'ID of the reported message; null if it was deleted.',
  'getMessageReports.content':
    'Beginning of the content when it was reported, in Markdown; at most 2,000 characters.',
  'getMessageReports.description': 'Description by the user who reported the message.',
  'getMessageReports.timestamp': 'Time of the report, in seconds since the Unix epoch.',
  'getMessageReports.stream_id': 'ID of the channel; null for direct messages.',
  'getMessageReports.topic': 'Topic of the message when it was reported; empty for direct messages.',
  reports: 'The reports, newest first; at most 100.',
  report_id: 'ID of the report.',
  message_sender_id: 'ID of the user who sent the message.',
  is_hidden: 'Whether a moderator has hidden the message.',
  reporter_id: 'ID of the user who reported the message.',
  handled_by: 'ID of the moderator who handled the report; null while it is open.',
  handled_at: 'Time at which it was handled, in seconds since the Unix epoch; null while it is open.',
  is_handled: 'Whether the report is handled.',
  'getMessageReports.has_more': 'Whether there are older reports.',
  'hideMessage.reason': 'Why the message is hidden, for its sender; at most 500 characters.',
  'getHiddenMessage.reason': 'Why the message was hidden.',
  'getHiddenMessage.timestamp': 'Time at which it was hidden, in seconds since the Unix epoch.',
  hidden_by: 'ID of the moderator who hid the message; only for moderators.',
  'getHiddenMessage.content': 'Content of the message in Markdown; only for moderators.',
  'getHiddenMessage.rendered_content': 'Content of the message in HTML; only for moderators.',
}
