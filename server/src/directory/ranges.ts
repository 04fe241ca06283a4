/** Message IDs from `from` on, up to but not including `to`. */
export interface IdRange {
  from: number
  to: number
}

/** Reads PostgreSQL's text form of an int8multirange, such as `{[1,5),[9,)}`. */
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
