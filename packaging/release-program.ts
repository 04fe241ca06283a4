import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { bundle, copyAssets } from './bundle.ts'

/**
 * Packs the server of a release as one small file, so that tests of later versions can run both side by side:
 * docs/recipes/release-a-version.md.
 */
const [checkout, archive] = process.argv.slice(2)
if (checkout === undefined || archive === undefined) {
  console.error('node packaging/release-program.ts CHECKOUT FILE.tar.zst')
  process.exit(2)
}
const from = resolve(checkout)
const folder = mkdtempSync(join(tmpdir(), 'loquat-release-'))
await bundle({ serve: join(from, 'server/src/bin/serve.js') }, folder, {
  from,
  sourcemap: false,
  dependencies: false,
})
copyAssets(folder, from)
writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n')
// The same for every build.
const plain = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX']
const tar = execFileSync('tar', [...plain, '-c', '-C', folder, '.'], { maxBuffer: 2 ** 30 })
const params = { [constants.ZSTD_c_compressionLevel]: 19 }
writeFileSync(archive, zstdCompressSync(tar, { params }))
rmSync(folder, { recursive: true })
