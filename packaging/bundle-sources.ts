import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { type BundleManifest, manifestName, repository } from '@loquat/server/bin/bundled.js'
import { bundle } from './bundle.ts'
import { root } from './repository.ts'

const programs = { serve: 'server/src/main.ts', admin: 'server/src/bin/admin-program.ts' }
/** npm writes these when dependencies change. */
const dependencyLists = ['package-lock.json', 'node_modules/.package-lock.json']

/** Bundles the programs that run most often, which then need not load two thousand modules: `bundledProgram`. */
export async function bundleSources(bundles: string): Promise<void> {
  const folder = String(Date.now())
  const modules = await bundle(programs, join(bundles, folder), { staysInRepository: true })
  const own = modules
    .map((path) => relative(root, path))
    .filter((path) => /^(server|contract|web)\//.test(path))
  const files: BundleManifest['files'] = {}
  for (const path of [...own, ...dependencyLists]) {
    const { size, mtimeMs } = await stat(join(root, path))
    files[path] = [size, mtimeMs]
  }
  const manifest: BundleManifest = { repository, folder, files }
  const next = join(bundles, `${manifestName}.next`)
  await writeFile(next, JSON.stringify(manifest))
  await rename(next, join(bundles, manifestName))
  await removeOldBundles(bundles)
}

/** Keeps the newest bundle, and the one before it: a server that is running may still load parts of its own. */
async function removeOldBundles(bundles: string): Promise<void> {
  const folders = (await readdir(bundles)).filter((name) => /^\d+$/.test(name)).sort()
  for (const name of folders.slice(0, -2)) await rm(join(bundles, name), { recursive: true, force: true })
}
