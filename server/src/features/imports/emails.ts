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

/** Fields may be quoted, with doubled quotes inside. */
function recordsIn(text: string): string[][] {
  const records: string[][] = []
  let fields: string[] = []
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    if (fields.some((field) => field !== '')) records.push(fields)
    fields = []
  }
  return records
}
