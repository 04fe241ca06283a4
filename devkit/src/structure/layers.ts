/**
 * The folders of the server in order: each may import itself, its row and the rows before it. Rows below `features/` are areas
 * that hold several features.
 */
export const serverLayers: readonly (readonly string[])[] = [
  ['platform', 'text.ts', 'version.ts'],
  ['db'],
  ['audit'],
  ['directory'],
  ['texts', 'markdown'],
  ['events'],
  ['realms'],
  ['email', 'sessions', 'tokens'],
  ['app.ts'],
  ['jobs'],
  ['http', 'sealing'],
  ['pages', 'web', 'backup'],
  ['features/identity'],
  ['features/places'],
  ['features/conversation'],
  ['features/administration'],
  ['features/reach'],
  ['features/imports'],
  ['features/operations'],
  ['features/clients'],
  // Where the areas are composed.
  ['features'],
  ['create-app.ts', 'housekeeping.ts'],
  ['serve.ts', 'stop.ts'],
  ['supervisor'],
  ['worker.ts', 'admin'],
  ['main.ts'],
  ['bin'],
]

/** The packages that each package may import. */
export const packageImports: Record<string, readonly string[]> = {
  contract: [],
  client: ['contract'],
  'web/src': ['client', 'contract'],
  // Emoji names are built into the app, and help pages are rendered at build time.
  'web/build': ['web', 'contract', 'server/src/markdown', 'server/src/texts'],
  server: ['contract', 'web/build'],
  devkit: ['contract', 'client', 'server'],
  bench: ['contract', 'client', 'server', 'devkit', 'web/build'],
  examples: ['client', 'contract', 'server', 'devkit'],
  packaging: ['server', 'web/build'],
}

export const isTest = (path: string) => /\.test\.tsx?$|\.e2e\.ts$/.test(path)

/** Files that only tests import. */
export const isTestSupport = (path: string) =>
  isTest(path) || /\/testing\/|^web\/e2e\/|^vitest\.config\.ts$/.test(path)

/** The layer of a server file: its name in {@link serverLayers}. */
export function layerOf(path: string): string | undefined {
  const [first = '', second = '', third] = path.replace(/^server\/src\//, '').split('/')
  if (first !== 'features') return first
  return third === undefined ? 'features' : `features/${second}`
}
