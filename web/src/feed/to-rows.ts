import type { FoldReason, LocalId, Row, RowContext, RowMessage, SendState } from './rows.ts'
import { rowKeyOf } from './rows.ts'

/** Seconds after which the same sender is named again. */
const runBreakSeconds = 600
/** So many notices in a row are shown, the rest folds. */
const maxNoticesInARow = 2

interface Item {
  id: number | LocalId
  key: string
  message: RowMessage
  date: string
  state?: SendState
}

/**
 * The rows of a list of messages. The oldest loaded one is context only: it is drawn when the one before it is known or history
 * begins with it, so older messages only ever insert rows.
 */
export function toRows(ids: readonly number[], context: RowContext): Row[] {
  const items = itemsOf(ids, context)
  const rows: Row[] = []
  let notices = 0
  let drawnFrom = 0
  items.forEach((item, index) => {
    const before = items[index - 1]
    const isPage = (index === 1 && !context.hasOldest) || isPageStart(before, context)
    const isFresh = separate(rows, before, item, context) || isPage
    if (isFresh || !item.message.isNotice) notices = 0
    notices += item.message.isNotice ? 1 : 0
    const why = foldReason(item, notices, context)
    const fold = why && foldFor(rows, why, isFresh, item, context)
    if (fold === undefined || fold.isOpen) pushMessage(rows, before, item)
    if (index === 0 && !context.hasOldest && typeof item.id === 'number') drawnFrom = rows.length
  })
  return withDayKeys(rows.slice(drawnFrom))
}

function itemsOf(ids: readonly number[], context: RowContext): Item[] {
  const key = context.rowKeyOf ?? rowKeyOf
  const sent = ids.flatMap((id): Item[] => {
    const message = context.message(id)
    return message === undefined
      ? []
      : [{ id, key: key(id), message, date: context.dateOf(message.timestamp) }]
  })
  const pending = (context.pending ?? []).map(
    (message): Item => ({
      id: message.localId,
      key: rowKeyOf(message.localId),
      message,
      date: context.dateOf(message.timestamp),
      state: message.state,
    }),
  )
  return [...sent, ...pending]
}

const isPageStart = (item: Item | undefined, { pageStarts }: RowContext) =>
  item !== undefined && typeof item.id === 'number' && pageStarts?.has(item.id) === true

/** Puts what stands between two messages; tells whether anything does. */
function separate(rows: Row[], before: Item | undefined, item: Item, context: RowContext): boolean {
  const count = rows.length
  const { conversation } = item.message
  const isGap =
    typeof before?.id === 'number' && typeof item.id === 'number' && context.gapAfter?.has(before.id)
  if (isGap) {
    const after = before.id as number
    rows.push({ kind: 'gap', key: `gap:${after}`, after, before: item.id as number })
  }
  if (context.marker?.before === item.id) {
    rows.push({ kind: 'unread', key: 'unread', count: context.marker.count })
  }
  const isNewDay = before?.date !== item.date
  if (isNewDay) rows.push({ kind: 'day', key: `day:${item.date}`, date: item.date })
  if (context.isMixed && (isGap || isNewDay || before?.message.conversation !== conversation)) {
    rows.push({ kind: 'bar', key: `bar:${item.key}`, conversation, first: item.id })
  }
  return rows.length > count
}

function foldReason(
  { id, message }: Item,
  notices: number,
  { isMutedSender }: RowContext,
): FoldReason | undefined {
  if (typeof id !== 'number') return undefined
  if (isMutedSender?.(message.senderId)) return 'muted-sender'
  return notices > maxNoticesInARow ? 'notices' : undefined
}

/** The fold that a message goes into: the one it follows, or a new one. */
function foldFor(rows: Row[], why: FoldReason, isFresh: boolean, item: Item, { openFolds }: RowContext) {
  const id = item.id as number
  const at = rows.findLastIndex((row) => row.kind !== 'message')
  const last = rows[at]
  const folded = rows.length - 1 - at
  if (
    !isFresh &&
    last?.kind === 'fold' &&
    last.why === why &&
    folded === (last.isOpen ? last.ids.length : 0)
  ) {
    const grown = { ...last, ids: [...last.ids, id] }
    rows[at] = grown
    return grown
  }
  const key = `fold:${item.key}` as const
  const fold: Row & { kind: 'fold' } = {
    kind: 'fold',
    key,
    ids: [id],
    why,
    isOpen: openFolds?.has(key) === true,
  }
  rows.push(fold)
  return fold
}

function pushMessage(rows: Row[], before: Item | undefined, { id, key, message, state }: Item): void {
  const previous = rows.at(-1)
  const follows = previous?.kind === 'message' && before !== undefined && continues(before.message, message)
  if (follows) rows[rows.length - 1] = { ...previous, tail: false }
  rows.push({
    kind: 'message',
    key,
    id,
    lead: !follows,
    tail: true,
    ...(state === undefined ? {} : { state }),
  })
}

/** Whether a message goes on where the one before ended. Notices stand alone, for older ones may fold them away. */
const continues = (before: RowMessage, message: RowMessage) =>
  before.senderId === message.senderId &&
  Math.abs(message.timestamp - before.timestamp) <= runBreakSeconds &&
  !standsAlone(before) &&
  !standsAlone(message)

const standsAlone = ({ isMe, isWidget, isNotice }: RowMessage) => isMe || isWidget || isNotice

/**
 * Dates can come back where times do not follow the order of ids. The last line of a date has the plain key, counted from the
 * end, so that older messages change no key.
 */
function withDayKeys(rows: Row[]): Row[] {
  const seen = new Map<string, number>()
  for (let index = rows.length - 1; index >= 0; index--) {
    const row = rows[index]
    if (row?.kind !== 'day') continue
    const count = seen.get(row.date) ?? 0
    seen.set(row.date, count + 1)
    if (count > 0) rows[index] = { ...row, key: `day:${row.date}~${count}` as const }
  }
  return rows
}

/** The new rows, with those objects of the old ones that say the same, so that only what changed is drawn again. */
export function reuseRows(old: readonly Row[], rows: readonly Row[]): readonly Row[] {
  const known = new Map(old.map((row) => [row.key, row]))
  const reused = rows.map((row) => {
    const before = known.get(row.key)
    return before !== undefined && isSame(before, row) ? before : row
  })
  return reused.length === old.length && reused.every((row, index) => row === old[index]) ? old : reused
}

function isSame(a: Row, b: Row): boolean {
  if (a.kind === 'fold' && b.kind === 'fold') {
    return a.isOpen === b.isOpen && a.why === b.why && a.ids.join() === b.ids.join()
  }
  const fields = Object.entries(a)
  const other = b as unknown as Record<string, unknown>
  return fields.length === Object.keys(b).length && fields.every(([name, value]) => other[name] === value)
}
