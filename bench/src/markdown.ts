import { renderMessage } from '@loquat/server/markdown/render.ts'
import { testContext } from '@loquat/server/markdown/testing/context.ts'
import { document } from '@loquat/server/markdown/testing/documents.ts'
import { problemsIn } from '@loquat/server/markdown/testing/html-check.ts'
import fc from 'fast-check'
import { type Line, median } from './report.ts'

const plain = 'Sounds good, I will have a look at it after lunch.'
const typical =
  'Hey @**Ana Lopez**, I looked at the **deploy** from this morning: the queue grew because of two slow jobs (see ' +
  'https://status.example.com/incidents/42), and `worker-3` was restarted twice. @**Bo** could you check the graphs, and ' +
  'tell #**design** when it is done? I will write the *summary* after lunch. Thanks!'
const hostile = 10_000

/** The renderer alone, in this process. */
export async function benchMarkdown(): Promise<Line[]> {
  const context = { ...testContext, linkifiers: [] }
  return [
    { what: 'render one line of words', measured: micros(timeOf(plain, context)), aim: 'far below the next' },
    {
      what: `render ${typical.length} characters, two mentions`,
      measured: micros(timeOf(typical, context)),
      aim: 'at most 300 µs',
    },
    hostileDocuments(),
  ]
}

const micros = (milliseconds: number) => `${(milliseconds * 1_000).toFixed(1)} µs`

function timeOf(source: string, context: typeof testContext): number {
  const rounds = Array.from({ length: 30 }, () => {
    const start = performance.now()
    for (let n = 0; n < 200; n++) renderMessage(source, context)
    return (performance.now() - start) / 200
  })
  return median(rounds.slice(10))
}

/** Documents made of pieces of every construct: none may take long, and none may become anything but allowed HTML. */
function hostileDocuments(): Line {
  const times: number[] = []
  for (const source of fc.sample(document, { numRuns: hostile, seed: 2_026 })) {
    const start = performance.now()
    const { html } = renderMessage(source, testContext)
    times.push(performance.now() - start)
    const problems = problemsIn(html)
    if (problems.length > 0) throw new Error(`${problems.join(', ')} of ${JSON.stringify(source)}`)
  }
  times.sort((a, b) => a - b)
  const p99 = times[Math.floor(times.length * 0.99)] ?? 0
  return {
    what: `render ${hostile.toLocaleString('en')} hostile documents`,
    measured: `99%: ${p99.toFixed(1)} ms, worst ${(times.at(-1) ?? 0).toFixed(0)} ms`,
    aim: '99% under 50 ms',
  }
}
