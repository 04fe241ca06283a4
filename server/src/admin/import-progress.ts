import type { Progress } from '../features/imports/progress.ts'

const barWidth = 30
const barIntervalMs = 200
const lineIntervalMs = 10_000

/** A bar with rate and remaining time on a terminal, plain lines elsewhere. */
export function progressOn(stream: NodeJS.WriteStream): Progress & { end(): void } {
  let stage = ''
  let total: number | undefined
  let startedAt = 0
  let shownAt = 0
  const isTerminal = stream.isTTY === true
  const show = (text: string) => stream.write(isTerminal ? `\r\u001b[K${text}` : `${text}\n`)
  return {
    stage: (name, count) => {
      stage = name
      total = count
      startedAt = performance.now()
      shownAt = startedAt
      show(`${name} …`)
    },
    update: (done) => {
      const now = performance.now()
      if (now - shownAt < (isTerminal ? barIntervalMs : lineIntervalMs)) return
      shownAt = now
      show(`${stage}: ${described(done, total, (now - startedAt) / 1_000, isTerminal)}`)
    },
    end: () => {
      if (isTerminal && stage !== '') stream.write('\r\u001b[K')
    },
  }
}

function described(done: number, total: number | undefined, seconds: number, withBar: boolean): string {
  const rate = done / Math.max(seconds, 0.001)
  const count = `${done.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`
  const speed = `${Math.round(rate).toLocaleString('en')}/s`
  if (total === undefined || total === 0) return `${count}, ${speed}`
  const left = `${Math.ceil((total - done) / Math.max(rate, 1))} s left`
  const filled = Math.round((barWidth * done) / total)
  const bar = withBar ? `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ` : ''
  return `${bar}${count}, ${speed}, ${left}`
}
