import { ImportError } from '../import-error.ts'

/**
 * Email addresses by user ID and user name, from a CSV file with a header: the column `email` and one of `userid` and
 * `username`. Slack's own list of members has them.
 */
export function parseEmails(csv: string): Map<string, string> {
  const [header, ...rows] = csvRows(csv.replace(/^\ufeff/, ''))
  const columns = header?.map((name) => name.trim().toLowerCase()) ?? []
  const email = columns.indexOf('email')
  const keys = ['userid', 'username'].map((name) => columns.indexOf(name)).filter((column) => column >= 0)
  if (email < 0 || keys.length === 0)
    throw new ImportError('The file with addresses needs the columns email, and userid or username.')
  const emails = new Map<string, string>()
  for (const row of rows) {
    const address = row[email]?.trim() ?? ''
    if (address === '') continue
    for (const column of keys) {
      const key = row[column]?.trim() ?? ''
      if (key !== '' && !emails.has(key)) emails.set(key, address)
    }
  }
  return emails
}

/** Rows of a CSV file; quoted fields may contain commas, line breaks and doubled quotes. */
function csvRows(csv: string): string[][] {
  const separator = /^[^\n"]*;/.test(csv) && !/^[^\n"]*,/.test(csv) ? ';' : ','
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let isQuoted = false
  const endField = () => {
    row.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (row.some((one) => one !== '')) rows.push(row)
    row = []
  }
  for (let at = 0; at < csv.length; at++) {
    const character = csv[at]!
    if (isQuoted) {
      if (character !== '"') field += character
      else if (csv[at + 1] === '"') field += csv[++at]
      else isQuoted = false
    } else if (character === '"' && field === '') isQuoted = true
    else if (character === separator) endField()
    else if (character === '\n') endRow()
    else if (character !== '\r') field += character
  }
  endRow()
  return rows
}
