import { isTest, isTestSupport, layerOf, packageImports, serverLayers } from './layers.ts'
import type { Source } from './sources.ts'

/** One sentence: the file, the problem and the way out. */
export type Violation = string

const inServer = ({ path }: Pick<Source, 'path'>) => path.startsWith('server/src/')

/** Folders and areas of the server import only folders and areas before them. */
export function layerViolations(sources: readonly Source[]): Violation[] {
  const position = new Map(serverLayers.flatMap((row, n) => row.map((name) => [name, n] as const)))
  const positionOf = (path: string) => position.get(layerOf(path) ?? '')
  return sources.filter(inServer).flatMap(({ path, imports }) => {
    if (isTestSupport(path)) return []
    const own = positionOf(path)
    if (own === undefined) return [`${path}: add its folder to serverLayers`]
    return imports
      .filter((to) => to.startsWith('server/src/') && (positionOf(to) ?? own) > own)
      .map((to) => `${path} imports ${to}, of a later layer: move it, or make it an extension`)
  })
}

/** Packages import only the packages that they are built on. */
export function packageViolations(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, imports }) => {
    const own = Object.keys(packageImports).find((name) => path.startsWith(`${name}/`))
    const allowed = packageImports[own ?? '']
    if (own === undefined || allowed === undefined || isTestSupport(path)) return []
    return imports
      .filter((to) => !to.startsWith(`${own}/`) && !allowed.some((one) => to.startsWith(`${one}/`)))
      .map((to) => `${path} imports ${to}: ${own} may import ${allowed.join(', ') || 'nothing'}`)
  })
}

/** Production code imports no test support. */
export function testSupportViolations(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, imports }) =>
    isTestSupport(path) || /^(devkit|bench|examples|web\/build)\//.test(path)
      ? []
      : imports
          .filter((to) => isTestSupport(to) || to.startsWith('devkit/'))
          .map((to) => `${path} imports ${to}, which is for tests`),
  )
}

const isStore = (path: string) =>
  path.startsWith('server/src/db/') || /(^|\/|-)(store|sql|statement)\.ts$/.test(path)

/** SQL is in stores, in parts of statements (`-sql.ts`, `-statement.ts`) and in `db/`. */
export function sqlViolations(sources: readonly Source[]): Violation[] {
  return sources
    .filter((source) => inServer(source) && !isTestSupport(source.path) && !isStore(source.path))
    .filter(({ text }) => /\bsql(<[^`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(text))
    .map(({ path }) => `${path} has SQL: move it to a store`)
}

const readsEnvironment =
  /^(server\/src\/(main|bin\/[\w-]+)\.ts|bench\/|devkit\/|web\/(e2e|build)\/|examples\/|packaging\/)/

/** The programs read the environment and hand it to the configuration. */
export function environmentViolations(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => !isTestSupport(path) && !readsEnvironment.test(path))
    .filter(({ text }) => /\bprocess\.env\b(?!`)/.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')))
    .map(({ path }) => `${path} reads the environment: take it from the configuration`)
}

/** Features call each other's actions and stores, never their routes. */
export function routeViolations(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, imports }) =>
    isTest(path) || path === 'server/src/features/routes.ts'
      ? []
      : imports
          .filter((to) => /^server\/src\/features\/.*\/.*routes\.ts$/.test(to))
          .map((to) => `${path} imports the routes ${to}`),
  )
}

const componentImports = /^web\/src\/(components|lib|texts|design)\//

/** Components of the web app know no product state: session, people, channels, messages. */
export function componentViolations(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => path.startsWith('web/src/components/'))
    .flatMap(({ path, imports }) =>
      imports
        .filter((to) => to.startsWith('web/src/') && !componentImports.test(to))
        .map((to) => `${path} imports ${to}: move it to the folder of its subject, or pass it in`),
    )
}

/** Module-level WeakMaps that are right: their keys are plain data without an owner that could hold the value. */
const weakMapFiles = new Set([
  'server/src/events/audience.ts',
  'server/src/features/identity/users/present.ts',
])

/** State belongs to its owner: as a member, or in a slot. */
export function weakMapViolations(sources: readonly Source[]): Violation[] {
  return sources
    .filter(({ path }) => !isTestSupport(path) && !weakMapFiles.has(path))
    .filter(({ text }) => /^(export )?(const|let) .*\bnew Weak(Map|Set)\b/m.test(text))
    .map(({ path }) => `${path} has a module-level WeakMap: make it a member or a Slot of its owner`)
}

/** Circles of files, each as the paths in it. */
export function cyclesOf(sources: readonly Source[]): string[][] {
  const known = new Map(sources.map((source) => [source.path, source]))
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  const visit = (path: string): void => {
    const own = index.size
    index.set(path, own)
    low.set(path, own)
    stack.push(path)
    for (const to of known.get(path)?.imports ?? []) {
      if (!known.has(to)) continue
      if (!index.has(to)) visit(to)
      if (stack.includes(to)) low.set(path, Math.min(low.get(path)!, low.get(to)!))
    }
    if (low.get(path) !== own) return
    const cycle = stack.splice(stack.indexOf(path))
    if (cycle.length > 1) cycles.push(cycle)
  }
  for (const path of known.keys()) if (!index.has(path)) visit(path)
  return cycles
}
