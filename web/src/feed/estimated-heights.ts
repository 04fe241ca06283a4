import { messages, org } from '../session/session.ts'
import type { Row } from './rows.ts'
import { viewportHeight } from './viewport-height.ts'

/** Row types whose height is the same for most rows. It depends on the text size, the spacing and the pointer. */
type Shape = 'day' | 'unread' | 'bar' | 'lead' | 'follow'
const initialHeights: Readonly<Record<Shape, number>> = { day: 38, unread: 36, bar: 43, lead: 53, follow: 24 }
const otherHeight = 30

/** Estimates the heights of rows in pixels from rows that were measured, in whichever feed. */
export class RowHeights {
  /** Heights that two measured rows in a row had: a single one may be an exception. */
  readonly #usual = new Map<Shape, number>()
  readonly #lastMeasured = new Map<Shape, number>()
  /** The virtualizer expects that the estimate of a row never changes. */
  #estimates = new WeakMap<Row, number>()

  /** Where an estimate is exact, nothing moves when the row is drawn, and the feed is not rendered and painted a second time. */
  estimate(row: Row | undefined): number {
    if (row === undefined) return otherHeight
    const known = this.#estimates.get(row)
    if (known !== undefined) return known
    const shape = shapeOf(row)
    const height =
      shape === undefined
        ? otherHeight
        : (this.#usual.get(shape) ?? initialHeights[shape]) +
          (row.kind === 'message' ? extraHeight(row.id) : 0)
    this.#estimates.set(row, height)
    return height
  }

  /** Improves later estimates. */
  learn(row: Row | undefined, height: number): void {
    const shape = row && shapeOf(row)
    if (row === undefined || shape === undefined || height === 0) return
    if (row.kind === 'message' && !isOneLine(row.id)) return
    if (this.#lastMeasured.get(shape) === height) this.#usual.set(shape, height)
    this.#lastMeasured.set(shape, height)
  }

  /** Discards what was learned, because the width or the text size changed. */
  forget(): void {
    this.#usual.clear()
    this.#lastMeasured.clear()
    this.#estimates = new WeakMap()
  }
}

export const rowHeights = new RowHeights()

function shapeOf(row: Row): Shape | undefined {
  if (row.kind === 'message') return row.lead ? 'lead' : 'follow'
  return row.kind === 'day' || row.kind === 'unread' || row.kind === 'bar' ? row.kind : undefined
}

const reactionsHeight = 31
const pictureHeight = 190
const charactersPerLine = 105

/** Whether a message probably has one line and nothing below it. */
function isOneLine(id: (Row & { kind: 'message' })['id']): boolean {
  const message = typeof id === 'number' ? messages.get(id) : undefined
  return message?.content.startsWith('<p>') === true && extraHeight(id) === 0
}

/** The height of what a message has besides its first line. */
function extraHeight(id: (Row & { kind: 'message' })['id']): number {
  const message = typeof id === 'number' ? messages.get(id) : undefined
  if (message === undefined) return 0
  const { content, reactions, flags } = message
  if (flags.includes('collapsed')) return 0
  const lines = Math.floor(content.length / charactersPerLine)
  const pictures = content.includes('message_inline_image') ? pictureHeight : 0
  const text = Math.min(lines * lineHeight() + pictures, viewportHeight() * 1.5)
  return text + (reactions.length > 0 ? reactionsHeight : 0)
}

/** To a 64th of a pixel, as browsers do. */
function lineHeight(): number {
  const { web_font_size_px: size = 16, web_line_height_percent: percent = 140 } = org().user_settings ?? {}
  return Math.floor((size * percent * 64) / 100) / 64
}
