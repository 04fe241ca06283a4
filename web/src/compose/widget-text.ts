/** The text of a message that becomes a poll or a to-do list: the command, then one entry per line. */
export function widgetText(kind: 'poll' | 'todo', title: string, entries: readonly string[]): string {
  const lines = entries.map((entry) => entry.trim()).filter((entry) => entry !== '')
  return [`/${kind} ${title.trim()}`.trim(), ...lines].join('\n')
}
