/**
 * Addresses by user ID and user name, from a CSV file such as Slack's list of members. Undefined if the first line does not name
 * the columns.
 */
export function emailsIn(text: string): Map<string, string> | undefined {
  const [header = [], ...rows] = recordsIn(text.replace(/^\ufeff/, ''))
  const column = (name: string) => header.findIndex((title) => title.trim().toLowerCase() === name)
  const email = column('email')
  const keys = [column('userid'), column('username')].filter((index) => index >= 0)
  if (email < 0 || keys.length === 0) return undefined
  const emails = new Map<string, string>()
  for (const row of rows) {
    for (const key of keys) if (row[key] && row[email]) emails.set(row[key], row[email])
  }
  return emails
}

/** Fields may be quoted, with doubled quotes inside. Reads each character once, whatever the text contains. */
function recordsIn(text: string): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  for (let at = 0; at <= text.length; ) {
    const { field, end } = text[at] === '"' ? quotedField(text, at + 1) : plainField(text, at)
    fields.push(field)
    at = end + 1
    if (text[end] === ',') continue
    if (fields.some((one) => one !== '')) records.push(fields)
    fields = []
  }
  return records
}

/** The end is that of the line or of the text, or a comma. */
function plainField(text: string, start: number): { field: string; end: number } {
  let end = start
  while (end < text.length && text[end] !== ',' && text[end] !== '\n') end++
  return { field: text.slice(start, end).replace(/\r$/, ''), end }
}

function quotedField(text: string, start: number): { field: string; end: number } {
  let close = start
  while (close < text.length && (text[close] !== '"' || text[close + 1] === '"'))
    close += text[close] === '"' ? 2 : 1
  return { field: text.slice(start, close).replaceAll('""', '"'), end: plainField(text, close + 1).end }
}
