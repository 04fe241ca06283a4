/** Shows how far a long command is. */
export interface ProgressDisplay {
  /** The fraction is from 0 to 1; unset if the total is unknown. */
  show(text: string, fraction?: number): void
  /** A line that stays. */
  print(line: string): void
  end(): void
}

export const noProgress: ProgressDisplay = { show: () => {}, print: () => {}, end: () => {} }

interface Terminal {
  isTTY?: boolean
  columns?: number
  write(text: string): unknown
}

const barIntervalMs = 100
const lineIntervalMs = 5_000
const barWidth = 24

/** A bar on a terminal, otherwise a line every few seconds. */
export function progressOn(terminal: Terminal, now: () => number = Date.now): ProgressDisplay {
  const isBar = terminal.isTTY === true
  let lastShown = isBar ? Number.NEGATIVE_INFINITY : now()
  let hasBar = false
  return {
    show: (text, fraction) => {
      if (now() - lastShown < (isBar ? barIntervalMs : lineIntervalMs)) return
      lastShown = now()
      const percent = fraction === undefined ? '' : `${Math.floor(100 * fraction)}% `
      if (!isBar) {
        terminal.write(`${percent}${text}\n`)
        return
      }
      const done = Math.round(barWidth * (fraction ?? 0))
      const bar = fraction === undefined ? '' : `[${'#'.repeat(done)}${' '.repeat(barWidth - done)}] `
      const line = `${bar}${percent}${text}`.slice(0, (terminal.columns ?? 80) - 1)
      terminal.write(`\r${line}\u001b[K`)
      hasBar = true
    },
    print: (line) => {
      terminal.write(`${hasBar ? '\r\u001b[K' : ''}${line}\n`)
      hasBar = false
    },
    end: () => {
      if (hasBar) terminal.write('\r\u001b[K')
      hasBar = false
    },
  }
}
