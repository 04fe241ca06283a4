import { glob, readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { config } from './config.ts'
import { outputFolder, sourcesStamp, writeStamp } from './stamp.ts'

/** Builds the app and stores a stamp of its sources. A separate program, because building needs much memory. */
const stamp = await sourcesStamp()
await build(config())
await compress()
await writeStamp(outputFolder, stamp)

/** Compresses at build time instead of per request. */
async function compress(): Promise<void> {
  const brotli = promisify(brotliCompress)
  const zip = promisify(gzip)
  for await (const file of glob('**/*.{js,css,html,svg,json,webmanifest}', { cwd: outputFolder })) {
    const path = `${outputFolder}/${file}`
    const bytes = await readFile(path)
    if (bytes.length < 1_000) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
    await writeFile(`${path}.br`, await brotli(bytes, { params }))
    await writeFile(`${path}.gz`, await zip(bytes, { level: 9 }))
  }
}
