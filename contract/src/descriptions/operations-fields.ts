/** Parameters and fields of statistics and of the state of the server. */
export const operationsFieldDescriptions: Readonly<Record<string, string>> = {
  statistics: 'The statistics.',
  days: 'Number of days: 30, 90 or 365. In the reply, the figures of each day, oldest first.',
  date: 'Date of the UTC day: `2026-11-17`.',
  public_messages: 'Messages that users sent in public channels.',
  private_messages: 'Messages that users sent in private channels.',
  direct_messages: 'Direct messages that users sent.',
  bot_messages: 'Messages that bots sent, anywhere.',
  active_users: 'Users who used the app or sent a message on this day.',
  active_users_7_days: 'Users who were active on this day or the 6 days before.',
  active_users_30_days: 'Users who were active on this day or the 29 days before.',
  storage_bytes: 'Total size of the uploads in bytes.',
  'getStatistics.channels':
    'The ten most active channels that the caller can read. In sums, the number of channels.',
  'getStatistics.messages': 'Number of messages in the period.',
  other_channels: 'Sum over the remaining channels that the caller can read.',
  hidden_channels: 'Sum over the private channels that the caller cannot read.',
  counted_until:
    'Time until which messages are counted, in seconds since the Unix epoch; null before the first count.',
  is_complete: 'Whether all older messages are counted; false for a while after an upgrade or an import.',
}
