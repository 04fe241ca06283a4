import type { IncomingHttpHeaders } from 'node:http'

/** Bytes of a file, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

/**
 * The part of a file that is asked for. Undefined: all of it, also where several parts are asked for, or one only if the file
 * is still the same, about which we say nothing.
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
