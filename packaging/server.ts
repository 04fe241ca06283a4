import { statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { filesIn, pack } from './archive.ts'
import { packageTime, platform, root, version } from './repository.ts'
import { buildServerFolder } from './server-folder.ts'

/** `npm run package`: the server for this platform, as a folder and an archive. */
const { values } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'dist') }, 'no-archive': { type: 'boolean' } },
})
const out = resolve(values.out)
const folder = join(out, `loquat-${version}-${platform}`)
const time = packageTime()
await mkdir(out, { recursive: true })
await buildServerFolder(folder, time)
const sizes = (await filesIn(folder)).map((file) => statSync(join(folder, file)).size)
console.log(`${folder}  ${megabytes(sizes.reduce((sum, size) => sum + size, 0))}, ${sizes.length} files`)
if (!values['no-archive']) {
  const archive = await pack(folder, time)
  console.log(`${archive}  ${megabytes(statSync(archive).size)}`)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
