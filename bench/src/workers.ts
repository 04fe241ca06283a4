import { compare, medianOf, shown, startCandidate } from './cpu-per-request.ts'
import type { Line } from './report.ts'

/** CPU time of sends and fetches with two processes, against one, in alternating rounds. */
export async function benchWorkers(): Promise<Line[]> {
  const one = await startCandidate('one process')
  const two = await startCandidate('two processes', { args: ['--workers', '2'] })
  await compare([one, two], ['send', 'fetch'])
  return (['send', 'fetch'] as const).map((kind) => ({
    what: `CPU time of a ${kind}, ${two.name}`,
    measured: shown(two, kind),
    limit: `${shown(one, kind)}, ${one.name}`,
    ratio: medianOf(two, kind) / medianOf(one, kind),
    aim: 'ratio at most 1.1',
  }))
}
