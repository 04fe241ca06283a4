import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** On a busy machine a few journeys in a hundred need their retry. More than that is a fault of ours. */
const maxUnreliableShare = 0.05

interface Line {
  journey: string
  seconds: number
  retries: number
  state: 'passed' | 'failed' | 'skipped'
  /** Errors of all failed attempts, including those of journeys that passed with a retry. */
  reasons: string[]
}

/**
 * Prints how long each journey took, and lists the failed and the unreliable ones: those that passed only with a retry. Both count
 * as failed. Every failed journey fails the run, and so do more than a few unreliable ones.
 */
export class Summary implements Reporter {
  #start = performance.now()

  onTestRunStart(): void {
    this.#start = performance.now()
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules
      .flatMap((module) => [...module.children.allTests()].map(lineOf))
      .filter(({ state }) => state !== 'skipped')
    lines.sort((a, b) => b.seconds - a.seconds)
    // A file can also fail outside its journeys, which are skipped then.
    const failed = [...modules.flatMap(fileFailureOf), ...lines.filter(({ state }) => state === 'failed')]
    const unreliable = lines.filter((line) => isUnreliable(line))
    const maxUnreliable = Math.max(1, Math.floor(lines.length * maxUnreliableShare))
    const rows = lines.map(
      (line) =>
        `${line.seconds.toFixed(1).padStart(8)}  ${String(line.retries).padStart(7)}  ${labelOf(line)}${line.journey}`,
    )
    const total = Math.round((performance.now() - this.#start) / 1_000)
    console.log(
      [
        '',
        ' seconds  retries  journey',
        ...rows,
        '',
        ...sectionOf('Failed:', failed),
        ...sectionOf(
          `Unreliable (passed only with a retry; more than ${maxUnreliable} fail the run):`,
          unreliable,
        ),
        `${lines.length} journeys in ${total} s: ${failed.length + unreliable.length} failed, ${unreliable.length} of them passed with a retry`,
        '',
      ].join('\n'),
    )
    if (unreliable.length > maxUnreliable) process.exitCode = 1
  }
}

const isUnreliable = ({ state, retries }: Line) => state === 'passed' && retries > 0

const labelOf = (line: Line) =>
  line.state === 'failed' ? 'FAILED ' : isUnreliable(line) ? 'UNRELIABLE ' : ''

const sectionOf = (title: string, lines: readonly Pick<Line, 'journey' | 'reasons'>[]): string[] =>
  lines.length === 0 ? [] : [title, '', ...lines.flatMap(({ journey, reasons }) => [journey, ...reasons, ''])]

const nameOf = ({ moduleId }: TestModule) => moduleId.replace(/^.*\//, '').replace(/\.e2e\.ts$/, '')

const reasonsOf = (errors: readonly { message: string; stack?: string }[] = []) =>
  errors.map(({ message, stack = '' }) => `${message}\n${journeyLine(stack)}`)

/** Errors while loading a file or in its hooks. */
function fileFailureOf(module: TestModule): Pick<Line, 'journey' | 'reasons'>[] {
  const suites = [...module.children.allSuites()]
  const errors = [module, ...suites].flatMap((part) => part.errors())
  return errors.length === 0 ? [] : [{ journey: nameOf(module), reasons: reasonsOf(errors) }]
}

function lineOf(test: TestCase): Line {
  const { duration = 0, retryCount = 0 } = test.diagnostic() ?? {}
  const { state, errors = [] } = test.result()
  return {
    journey: `${nameOf(test.module)}: ${test.fullName}`,
    seconds: duration / 1_000,
    retries: retryCount,
    state: state === 'pending' ? 'failed' : state,
    reasons: reasonsOf(errors),
  }
}

/** The line of the journey in a stack. */
const journeyLine = (stack: string): string =>
  stack.split('\n').find((line) => /\.e2e\.ts:\d+/.test(line)) ?? stack.slice(0, 300)
