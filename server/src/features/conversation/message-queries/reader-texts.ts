import { type IdRange, parseRanges } from '../../../directory/ranges.ts'

/** Ranges of read messages by recipient, from one line for each. */
export const readRangesIn = (text: string | null): Map<number, IdRange[]> =>
  new Map(linesOf(text).map(([recipient, ranges]) => [Number(recipient), parseRanges(ranges)]))

/** Flags by message, from one line for each. */
export const flagsIn = (text: string | null): Map<number, number> =>
  new Map(linesOf(text).map(([id, bits]) => [Number(id), Number(bits)]))

/** Pairs of texts, one per line. */
function linesOf(text: string | null): [string, string][] {
  if (text === null) return []
  return text.split('\n').map((line) => {
    const space = line.indexOf(' ')
    return [line.slice(0, space), line.slice(space + 1)]
  })
}
