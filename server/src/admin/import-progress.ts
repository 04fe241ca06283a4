import type { Progress } from '../features/imports/progress.ts'
import type { ProgressDisplay } from './progress.ts'

/** Shows each stage of an import with count, rate and remaining time. */
export function importProgress(display: ProgressDisplay, now: () => number = Date.now): Progress {
  let stage = ''
  let total: number | undefined
  let startedAt = 0
  return {
    stage: (name, count) => {
      stage = name
      total = count
      startedAt = now()
      display.show(`${name} …`)
    },
    update: (done) => {
      const seconds = (now() - startedAt) / 1_000
      display.show(`${stage}: ${describe(done, total, seconds)}`, total ? done / total : undefined)
    },
  }
}

function describe(done: number, total: number | undefined, seconds: number): string {
  const rate = done / Math.max(seconds, 0.001)
  const count = `${done.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`
  const speed = `${Math.round(rate).toLocaleString('en')}/s`
  if (!total) return `${count}, ${speed}`
  return `${count}, ${speed}, ${Math.ceil((total - done) / Math.max(rate, 1))} s left`
}
