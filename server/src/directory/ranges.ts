/** Message IDs from `from` (inclusive) to `to` (exclusive). */
export interface IdRange {
  from: number
  to: number
}

/** Parses the text of an int8multirange, such as `{[1,5),[9,)}`. */
export function parseRanges(text: string): IdRange[] {
  // Most texts are one range.
  const [, first, end] = /^\{\[(\d+),(\d+)\)\}$/.exec(text) ?? []
  if (first !== undefined) return [{ from: Number(first), to: Number(end) }]
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

/** The parts of ranges that others do not cover. Both lists are ascending and do not overlap in themselves, as PostgreSQL stores them. */
export function subtractRanges(ranges: readonly IdRange[], others: readonly IdRange[]): IdRange[] {
  const rest: IdRange[] = []
  let n = 0
  for (const { from, to } of ranges) {
    let start = from
    while (n < others.length && others[n]!.to <= start) n++
    for (let k = n; k < others.length && others[k]!.from < to; k++) {
      if (others[k]!.from > start) rest.push({ from: start, to: others[k]!.from })
      start = Math.max(start, others[k]!.to)
    }
    if (start < to) rest.push({ from: start, to })
  }
  return rest
}
