import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compare, medianOf, shown, startCandidate } from './cpu-per-request.ts'
import type { Line } from './report.ts'

/** `serve.ts` of another checkout to compare with, such as one without the code for traces. */
const otherProgram = process.env.LOQUAT_BENCH_PROGRAM

/** CPU time of sends with traces off and on, in alternating rounds. */
export async function benchTracing(): Promise<Line[]> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(collector, 'listening')
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
  const off = await startCandidate('traces off')
  const others = [await startCandidate('traces on', { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } })]
  if (otherProgram !== undefined) others.push(await startCandidate(otherProgram, { program: otherProgram }))
  await compare([off, ...others], ['send'])
  collector.close()
  return others.map((other) => ({
    what: `CPU time of a send, ${other.name}`,
    measured: shown(other, 'send'),
    limit: `${shown(off, 'send')}, ${off.name}`,
    ratio: medianOf(other, 'send') / medianOf(off, 'send'),
    aim: '',
  }))
}
