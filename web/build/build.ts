import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { config } from './config.ts'
import { buildFolder, outputFolder, sourcesStamp, writeStamp } from './stamp.ts'

/**
 * Builds the app beside the previous one, stores a stamp of its sources, and replaces the previous one: a server never serves
 * a part of an app. A separate program, because building needs much memory.
 */
const stamp = sourcesStamp()
await build(config())
await compress()
await writeStamp(buildFolder, stamp)
await rm(outputFolder, { recursive: true, force: true })
await rename(buildFolder, outputFolder)

/** Compresses at build time instead of per request. */
async function compress(): Promise<void> {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  for await (const file of glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: buildFolder })) {
    const path = `${buildFolder}/${file}`
    const bytes = await readFile(path)
    if (bytes.length < 1_000) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    await writeFile(`${path}.br`, await brotli(bytes, { params }))
    await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
  }
}
