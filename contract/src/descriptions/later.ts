/** Messages saved for later. */
export const laterDescriptions: Readonly<Record<string, string>> = {
  later_items: 'Whether the client handles events about items saved for later.',
  'getLaterItems.later_items': 'The items.',
  'getLaterItems.message_id': 'ID of the message; null for a note, or if the message was deleted.',
  'getLaterItems.timestamp': 'Time at which it was saved, in seconds since the Unix epoch.',
  later_item: 'The item.',
  later_id: 'ID of the item.',
  note: 'Note, at most 500 characters.',
  remind_timestamp: 'Time of the reminder, in seconds since the Unix epoch; null for none.',
  is_reminded: 'Whether the reminder was sent.',
  is_done: 'Whether the item is done.',
}
