import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import type { Directory, User } from '../../../directory/directory.ts'
import { flagNames } from '../../../events/flag-bits.ts'
import { Slot } from '../../../platform/slots.ts'
import { type FetchView, formOf, recipientIdFor } from '../messages/present.ts'
import { loadStored } from './fetch-store.ts'
import type { FoundMessage } from './message-readers.ts'
import { type MessageText, MessageTexts } from './message-texts.ts'
import type { SearchableMessage } from './search-marks.ts'

const textsSlot = new Slot<App, MessageTexts>()
const maxTextBytes = 32 * 2 ** 20
const hourMs = 3_600_000

/**
 * The common texts of found messages, cached where they are current. Undefined if a message or the organization changed between the
 * statement that found the messages and the one that loaded them: the two would not show one state.
 */
export async function textsOf(
  app: App,
  db: Db,
  directory: Directory,
  rows: readonly FoundMessage[],
  view: FetchView,
): Promise<MessageText[] | undefined> {
  const known = textsIn(app, directory, view)
  const texts = rows.map((row) => known.find(row))
  const missing = rows.filter((_, n) => texts[n] === undefined)
  if (missing.length === 0) return texts as MessageText[]
  const ids = missing.map(({ id }) => id)
  const { changedAt } = directory
  const stored = new Map((await loadStored(db, ids)).map((row) => [row.id, row]))
  if (missing.some(({ id, version }) => stored.get(id)?.version !== version)) return undefined
  // The texts that were known belong to the directory as it was.
  if (directory.changedAt !== changedAt) return undefined
  return rows.map((row, n) => {
    const loaded = stored.get(row.id)
    return loaded === undefined ? texts[n]! : known.create(loaded)
  })
}

/**
 * Versions are transaction IDs, which repeat after four billion transactions, and after a failover that lost some. Nothing is used for
 * longer than an hour, or on another history of the database.
 */
export const eraOf = (app: App) => `${app.database.epoch()} ${Math.floor(app.clock.now() / hourMs)}`

function textsIn(app: App, directory: Directory, view: FetchView) {
  const texts = app.slots.get(textsSlot) ?? app.slots.set(textsSlot, new MessageTexts(maxTextBytes))
  return texts.view(directory, formOf(view), eraOf(app))
}

const htmlName = '"rendered_content":'

/** Whether the character at a position of a JSON string follows an odd number of backslashes. */
function isEscaped(text: string, at: number): boolean {
  let before = at
  while (text[before - 1] === '\\') before--
  return (at - before) % 2 === 1
}

/** The parts of a message in which matches are highlighted. */
export function searchableOf({ text, topic }: MessageText): SearchableMessage {
  // Not the whole message, which takes several times as long. In a string, the quotes of this name would be escaped.
  const start = text.indexOf(htmlName) + htmlName.length
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return { topic, rendered_content: JSON.parse(text.slice(start, end + 1)) }
}

/** Adds the fields that depend on the reader, and those that are not part of the row. */
export function presentFound(
  directory: Directory,
  viewer: User,
  common: MessageText,
  row: FoundMessage,
  matches: string | undefined,
): string {
  const { text } = common
  const recipientId = recipientIdFor(directory, viewer, common)
  const flags = flagsText(row.flags, row.read, row.received)
  return `${text},"recipient_id":${recipientId},"reactions":[${row.reactions}],"submessages":[${row.submessages}],"flags":${flags}${matches === undefined ? '' : `,${matches}`}}`
}

const flagTexts = new Map<number, string>()

/** Cached: there are few combinations. */
function flagsText(flags: number, read: boolean, received: boolean): string {
  const key = flags * 4 + (read ? 2 : 0) + (received ? 1 : 0)
  const known = flagTexts.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(flagNames(flags, read, !received))
  flagTexts.set(key, text)
  return text
}
