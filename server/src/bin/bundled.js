import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * Describes a bundle of the sources; written by `packaging/bundle-sources.ts`.
 *
 * @typedef {object} BundleManifest
 * @property {string} repository Folder of the repository, which the bundle names: in a copy elsewhere, it would read the files of the original.
 * @property {string} folder Folder of the bundle, beside the manifest.
 * @property {Record<string, [size: number, mtimeMs: number]>} files The files that it was made from, by their path in the repository.
 */

export const repository = fileURLToPath(new URL('../../../', import.meta.url))
export const bundlesFolder = `${repository}server/dist`
export const manifestName = 'bundle.json'

/**
 * URL of the bundle of a program that `npm install` made, which starts in a third of the time of its sources. Undefined if there is none, as in a
 * package, or if a source or dependency has changed since. Synchronous, because every start waits for it. This file is JavaScript, because Node's support
 * of TypeScript takes 13 MB.
 *
 * @param {'serve' | 'admin'} name
 * @returns {string | undefined}
 */
export function bundledProgram(name, bundles = bundlesFolder) {
  try {
    /** @type {BundleManifest} */
    const manifest = JSON.parse(readFileSync(`${bundles}/${manifestName}`, 'utf8'))
    const isCurrent =
      manifest.repository === repository &&
      Object.entries(manifest.files).every(([path, [size, mtimeMs]]) => {
        const now = statSync(repository + path)
        return now.size === size && now.mtimeMs === mtimeMs
      })
    return isCurrent ? pathToFileURL(`${bundles}/${manifest.folder}/${name}.js`).href : undefined
  } catch {
    return undefined
  }
}
