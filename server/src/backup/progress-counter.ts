import type { BackupProgress, OnProgress } from './format.ts'

type Amounts = Partial<Pick<BackupProgress, 'rows' | 'files' | 'bytes'>>

/** Sums up amounts for progress reports. */
export class ProgressCounter {
  readonly #report: OnProgress
  readonly #expectedRows: number
  readonly #fraction: (() => number) | undefined
  readonly #sums = { rows: 0, files: 0, bytes: 0 }

  /** With an expected number of rows, or with a function that returns the finished fraction. */
  constructor(report: OnProgress | undefined, expected: number | (() => number)) {
    this.#report = report ?? (() => {})
    this.#expectedRows = typeof expected === 'number' ? expected : 0
    this.#fraction = typeof expected === 'number' ? undefined : expected
  }

  add(step: BackupProgress['step'], at: string, { rows = 0, files = 0, bytes = 0 }: Amounts): void {
    const sums = this.#sums
    sums.rows += rows
    sums.files += files
    sums.bytes += bytes
    const fraction = this.#fraction?.() ?? this.#fractionOfRows(step)
    this.#report({ step, at, ...sums, ...(fraction !== undefined && { fraction }) })
  }

  /** The expected number is an estimate. */
  #fractionOfRows(step: BackupProgress['step']): number | undefined {
    if (step !== 'database' || this.#expectedRows === 0) return undefined
    return Math.min(0.99, this.#sums.rows / this.#expectedRows)
  }
}
