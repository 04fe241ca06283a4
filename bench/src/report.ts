/** One line of the result: the figure, the raw limit of the same run, and their ratio. */
export interface Line {
  what: string
  measured: string
  limit?: string
  ratio?: number
  /** The ratio or value we aim at, in words. */
  aim: string
}

export function printTable(lines: readonly Line[]): void {
  const rows = [
    ['measurement', 'result', 'raw limit', 'ratio', 'aim'],
    ...lines.map(({ what, measured, limit, ratio, aim }) => [
      what,
      measured,
      limit ?? '',
      ratio === undefined ? '' : ratio.toFixed(2),
      aim,
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  for (const [n, row] of rows.entries()) {
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    if (n === 0) console.log(`|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`)
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export const perSecond = (count: number, milliseconds: number) => (count * 1_000) / milliseconds
export const rate = (value: number) => `${Math.round(value).toLocaleString('en')}/s`
