import { execFileSync } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { normalize } from './archive.ts'
import { buildClientFolder } from './client-package.ts'
import { buildNpxFolder } from './npx-package.ts'
import { packageTime, root } from './repository.ts'

/** `npm run package:npm`: archives of `@loquat/client` and `loquat`, as `npm publish` takes them. */
const { values } = parseArgs({ options: { out: { type: 'string', default: join(root, 'dist') } } })
const out = resolve(values.out)
const folders = [
  { folder: join(out, 'npm-client'), build: buildClientFolder },
  { folder: join(out, 'npm-loquat'), build: buildNpxFolder },
]
await mkdir(out, { recursive: true })
for (const { folder, build } of folders) {
  await build(folder)
  await normalize(folder, packageTime())
  execFileSync('npm', ['pack', folder, '--pack-destination', out, '--loglevel', 'error'], {
    stdio: 'inherit',
  })
  await rm(folder, { recursive: true })
}
