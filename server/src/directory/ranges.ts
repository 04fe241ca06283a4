/** Message IDs from `from` (inclusive) to `to` (exclusive). */
export interface IdRange {
  from: number
  to: number
}

/** Parses the text of an int8multirange, such as `{[1,5),[9,)}`. */
export function parseRanges(text: string): IdRange[] {
  return [...text.matchAll(/\[(-?\d*),(\d*)\)/g)].map(([, from, to]) => ({
    from: from === '' ? 0 : Number(from),
    to: to === '' ? Number.POSITIVE_INFINITY : Number(to),
  }))
}

export function formatRanges(ranges: readonly IdRange[]): string {
  return `{${ranges.map(({ from, to }) => `[${from},${to === Number.POSITIVE_INFINITY ? '' : to})`).join(',')}}`
}

export function contains(ranges: readonly IdRange[], id: number): boolean {
  return ranges.some((range) => id >= range.from && id < range.to)
}
