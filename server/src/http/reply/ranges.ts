import type { IncomingHttpHeaders } from 'node:http'

/** A range of bytes, both ends inclusive. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The requested range of a file. Undefined for the whole file, also for multiple ranges and for conditional ranges,
 * which are not supported.
 */
export function rangeOf(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  size: number,
): ByteRange | 'beyond' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range?.trim() ?? '') ?? []
  if (condition !== undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Math.min(Number(to), size)
    return last === 0 ? 'beyond' : { start: size - last, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return undefined
  return start >= size ? 'beyond' : { start, end }
}
