import type { Archive } from '../archives/archive.ts'
import { jsonRows } from '../archives/json.ts'
import { ImportError } from '../import-error.ts'
import type { FlagsRow, MessageRow } from './tables.ts'

/** The number of rows of each table of each file, as `stats.json` says. */
export type Stats = Record<string, Record<string, unknown> | undefined>

/** The archive was cut off if a file has fewer rows of a table than announced. */
export function assertRows(stats: Stats, entry: string, table: string, count: number): void {
  const expected = stats[entry]?.[table]
  if (typeof expected === 'number' && count < expected)
    throw new ImportError('archive-rows-missing', { entry, count, table, expected })
}

export const isMessageFile = (name: string) => /^messages-\d+\.json$/.test(name)

const fileName = (number: number) => `messages-${String(number).padStart(6, '0')}.json`

/** Names of the message files, which are numbered without gaps. */
export function messageFiles(archive: Archive): string[] {
  let count = 0
  while (archive.has(fileName(count + 1))) count++
  for (const name of archive.names()) {
    if (isMessageFile(name) && name > fileName(count)) {
      throw new ImportError('archive-file-gap', { entry: name, missing: fileName(count + 1) })
    }
  }
  return Array.from({ length: count }, (_, n) => fileName(n + 1))
}

export interface MessageFile {
  messages: MessageRow[]
  /** Rows of recipients, by message. */
  flags: Map<number, FlagsRow[]>
  flagCount: number
}

/** A message file holds at most a thousand messages with the rows of all recipients, so one fits into memory. */
export async function readMessageFile(archive: Archive, name: string): Promise<MessageFile> {
  const messages: MessageRow[] = []
  const flags = new Map<number, FlagsRow[]>()
  let flagCount = 0
  for await (const { key, value } of jsonRows(await archive.open(name), name)) {
    if (key === 'zerver_message') messages.push(checkedMessage(value, name))
    else if (key === 'zerver_usermessage') {
      const { user_profile, message, flags_mask } = value as FlagsRow
      flagCount++
      const list = flags.get(message)
      const row = { user_profile, message, flags_mask }
      if (list === undefined) flags.set(message, [row])
      else list.push(row)
    }
  }
  return { messages: messages.sort((a, b) => a.id - b.id), flags, flagCount }
}

function checkedMessage(value: unknown, name: string): MessageRow {
  const row = value as MessageRow
  if (typeof row?.id !== 'number' || typeof row.recipient !== 'number' || typeof row.sender !== 'number') {
    throw new ImportError('archive-message-incomplete', { entry: name })
  }
  return row
}
