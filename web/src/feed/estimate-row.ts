import { messages } from '../session/session.ts'
import type { Row } from './rows.ts'
import { viewportHeight } from './viewport-height.ts'

/** Estimated height of a row in pixels. */
export function estimateRow(row: Row | undefined): number {
  switch (row?.kind) {
    case 'day':
      return 42
    case 'unread':
      return 36
    case 'bar':
      return 48
    case 'message':
      return (row.lead ? 55 : 26) + (typeof row.id === 'number' ? extraHeight(row.id) : 0)
    default:
      return 30
  }
}

const lineHeightPx = 23
const charactersPerLine = 105

function extraHeight(id: number): number {
  const message = messages.get(id)
  if (message === undefined) return 0
  const { content, reactions, flags } = message
  if (flags.includes('collapsed')) return 0
  const lines = Math.floor(content.length / charactersPerLine)
  const pictures = content.includes('message_inline_image') ? 190 : 0
  const text = Math.min(lines * lineHeightPx + pictures, viewportHeight() * 1.5)
  return text + (reactions.length > 0 ? 31 : 0)
}
