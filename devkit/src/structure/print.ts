import { isTestSupport, layerOf, serverLayers } from './layers.ts'
import {
  componentViolations,
  cyclesOf,
  environmentViolations,
  layerViolations,
  packageViolations,
  routeViolations,
  sqlViolations,
  testSupportViolations,
  weakMapViolations,
} from './rules.ts'
import { readSources } from './sources.ts'

/** Prints the layers of the server with their imports, then every violation: `npm run structure`. */
const sources = readSources()
const names = serverLayers.flat()

console.log('Layers of the server, in order. Each imports only layers above it.\n')
for (const name of names) {
  const files = sources.filter(
    ({ path }) => path.startsWith('server/src/') && layerOf(path) === name && !isTestSupport(path),
  )
  const imported = new Set(
    files.flatMap(({ imports }) => imports.filter((to) => to.startsWith('server/src/')).map(layerOf)),
  )
  const list = names.filter((other) => other !== name && imported.has(other)).join(', ')
  console.log(`${name.padEnd(24)} ${String(files.length).padStart(4)} files  ${list}`)
}

const violations = [
  ...layerViolations(sources),
  ...packageViolations(sources),
  ...testSupportViolations(sources),
  ...sqlViolations(sources),
  ...environmentViolations(sources),
  ...routeViolations(sources),
  ...componentViolations(sources),
  ...weakMapViolations(sources),
]
const cycles = cyclesOf(sources)
console.log(`\n${sources.length} files, ${cycles.length} circles, ${violations.length} violations`)
for (const cycle of cycles) console.log(`circle: ${cycle.join(' → ')}`)
for (const violation of violations) console.log(violation)
if (cycles.length + violations.length > 0) process.exitCode = 1
