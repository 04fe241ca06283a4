import type { FoldReason, LocalId, Row, RowContext, RowMessage, SendState } from './rows.ts'
import { rowKeyOf } from './rows.ts'

/** Seconds after which the same sender starts a new run. */
const runBreakSeconds = 600
/** Further notices in a row are folded. */
const maxNoticesInARow = 2

interface Item {
  id: number | LocalId
  key: string
  message: RowMessage
  date: string
  state?: SendState
}

/**
 * The rows of a feed. The oldest loaded message is context only: it is drawn when the one before it is known or history
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

/** Adds the separators between two messages; returns whether there are any. */
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

/** The fold of a message: the one above, or a new one. */
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

/** Whether a message continues the run. Notices never do, because they may be folded later. */
const continues = (before: RowMessage, message: RowMessage) =>
  before.senderId === message.senderId &&
  Math.abs(message.timestamp - before.timestamp) <= runBreakSeconds &&
  !standsAlone(before) &&
  !standsAlone(message)

const standsAlone = ({ isMe, isWidget, isNotice }: RowMessage) => isMe || isWidget || isNotice

/**
 * Dates can repeat, since timestamps need not follow the order of IDs. The last separator of a date has the plain key, counted
 * from the end, so that older messages change no key.
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

/** Replaces new rows by equal old ones, so that only changed rows are rendered. */
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
