import { benchBackup } from './backup.ts'
import { benchBig } from './big.ts'
import { benchChaos } from './chaos.ts'
import { benchDeliver } from './deliver.ts'
import { benchDirectory } from './directory.ts'
import { benchFaults } from './faults.ts'
import { benchFetch } from './fetch.ts'
import { benchFollow } from './follow.ts'
import { benchImport } from './import.ts'
import { benchLarge } from './large.ts'
import { benchLatency } from './latency.ts'
import { benchMarkdown } from './markdown.ts'
import { benchMemory } from './memory.ts'
import { benchNotify } from './notify.ts'
import { benchParked } from './parked.ts'
import { benchRegister } from './register.ts'
import { benchReplicas } from './replicas.ts'
import { type Line, printTable } from './report.ts'
import { benchScale } from './scale.ts'
import { benchSearch } from './search.ts'
import { benchSend } from './send.ts'
import { benchSoak } from './soak.ts'
import { benchStart } from './start.ts'
import { benchStream } from './stream.ts'
import { benchSubscribe } from './subscribe.ts'
import { benchTokens } from './tokens.ts'
import { benchTracing } from './tracing.ts'
import { benchWake } from './wake.ts'
import { benchWorkers } from './workers.ts'

const benches: Record<string, () => Promise<Line[]>> = {
  send: benchSend,
  deliver: benchDeliver,
  stream: benchStream,
  wake: benchWake,
  latency: benchLatency,
  start: benchStart,
  memory: benchMemory,
  subscribe: benchSubscribe,
  register: benchRegister,
  markdown: benchMarkdown,
  parked: benchParked,
  fetch: benchFetch,
  search: benchSearch,
  large: benchLarge,
  chaos: benchChaos,
  soak: benchSoak,
  faults: benchFaults,
  backup: benchBackup,
  import: benchImport,
  tracing: benchTracing,
  tokens: benchTokens,
  workers: benchWorkers,
  follow: benchFollow,
  replicas: benchReplicas,
  directory: benchDirectory,
  big: benchBig,
  notify: benchNotify,
  scale: benchScale,
}

/** Take minutes; run when they are asked for. */
const onlyByName = [
  'parked',
  'fetch',
  'search',
  'large',
  'chaos',
  'soak',
  'faults',
  'backup',
  'import',
  'tracing',
  'tokens',
  'workers',
  'follow',
  'replicas',
  'directory',
  'big',
  'notify',
  'scale',
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !(name in benches))
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(benches).join(', ')}.`)
  process.exit(1)
}

const lines: Line[] = []
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 ? !wanted.includes(name) : onlyByName.includes(name)) continue
  console.error(`measuring: ${name} …`)
  lines.push(...(await bench()))
}
printTable(lines)
process.exit(0)
