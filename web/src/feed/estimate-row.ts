import { messages } from '../session/session.ts'
import type { Row } from './rows.ts'
import { screenHeight } from './screen.ts'

/** How high a row will be, before it has been measured. */
export function estimateRow(row: Row | undefined): number {
  switch (row?.kind) {
    case 'day':
      return 42
    case 'unread':
      return 36
    case 'bar':
      return 48
    case 'message':
      return (row.lead ? 55 : 26) + (typeof row.id === 'number' ? moreThanALine(row.id) : 0)
    default:
      return 30
  }
}

const line = 23
const letters = 105

function moreThanALine(id: number): number {
  const message = messages.get(id)
  if (message === undefined) return 0
  const { content, reactions, flags } = message
  if (flags.includes('collapsed')) return 0
  const lines = Math.floor(content.length / letters)
  const pictures = content.includes('message_inline_image') ? 190 : 0
  const text = Math.min(lines * line + pictures, screenHeight() * 1.5)
  return text + (reactions.length > 0 ? 31 : 0)
}
