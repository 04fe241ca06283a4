import { stripVTControlCharacters } from 'node:util'

const levels: Readonly<Record<number, { name: string; color: string }>> = {
  10: { name: 'trace', color: '\x1b[90m' },
  20: { name: 'debug', color: '\x1b[90m' },
  30: { name: 'info ', color: '\x1b[32m' },
  40: { name: 'warn ', color: '\x1b[33m' },
  50: { name: 'error', color: '\x1b[31m' },
  60: { name: 'fatal', color: '\x1b[31m' },
}
const faint = '\x1b[90m'
const plain = '\x1b[0m'

interface LogLine {
  level: number
  time: string
  msg?: string
  err?: { message?: string; stack?: string }
  [field: string]: unknown
}

/**
 * A line of the log for people: time, level, message, fields, and the stack of an error. Lines that are not of the log stay as they are,
 * without control characters, which would reach the terminal.
 */
export function prettyLine(line: string, isColored: boolean): string {
  const parsed = parse(line)
  if (parsed === undefined) return stripVTControlCharacters(line)
  const { level, time, msg = '', err, ...fields } = parsed
  const { name, color } = levels[level] ?? { name: String(level), color: '' }
  const details = Object.entries(fields).map(([key, value]) => `${key}=${textOf(value)}`)
  const paint = (text: string, code: string) => (isColored && text !== '' ? `${code}${text}${plain}` : text)
  const first = [
    paint(time.slice(11, 23), faint),
    paint(name, color),
    stripVTControlCharacters(msg),
    paint(stripVTControlCharacters(details.join(' ')), faint),
  ]
  const stack = err?.stack ?? err?.message
  return [
    first.filter((part) => part !== '').join(' '),
    ...(stack === undefined ? [] : indented(stack)),
  ].join('\n')
}

function parse(line: string): LogLine | undefined {
  try {
    const value: unknown = JSON.parse(line)
    const { level, time } = (value ?? {}) as Partial<LogLine>
    return typeof level === 'number' && typeof time === 'string' ? (value as LogLine) : undefined
  } catch {
    return undefined
  }
}

const textOf = (value: unknown) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return /[\s"=]/.test(text) ? JSON.stringify(text) : text
}

const indented = (stack: string) =>
  stripVTControlCharacters(stack)
    .split('\n')
    .map((line) => `    ${line.trim()}`)
