import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, readFileSync } from 'node:fs'
import { chmod, lstat, lutimes, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

/** Gives all files in a folder the same time and plain permissions, so that packages of one commit are equal. */
export async function normalize(folder: string, time: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      await normalize(path, time)
      continue
    }
    if (!entry.isSymbolicLink()) {
      const isProgram = ((await lstat(path)).mode & 0o100) !== 0
      await chmod(path, isProgram ? 0o755 : 0o644)
    }
    await lutimes(path, time, time)
  }
  await chmod(folder, 0o755)
  await lutimes(folder, time, time)
}

/** Paths of all files in a folder, sorted. Symbolic links are not files. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort()
}

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

/** Lists the checksums of all files in a folder in its file `SHA256SUMS`, for `sha256sum --check`. */
export async function writeChecksums(folder: string): Promise<void> {
  const files = await filesIn(folder)
  const lines = files.map((file) => `${sha256(join(folder, file))}  ${file}\n`)
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''))
}

/** Packs a folder into `<folder>.tar.gz`, with its checksum beside it. Returns the path. */
export async function pack(folder: string, time: number): Promise<string> {
  const plain = `${folder}.tar`
  const order = [
    '--sort=name',
    '--format=ustar',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
  ]
  execFileSync('tar', ['-c', '-f', plain, ...order, '-C', dirname(folder), basename(folder)])
  const packed = `${plain}.gz`
  await pipeline(createReadStream(plain), createGzip({ level: 6 }), createWriteStream(packed))
  await rm(plain)
  await writeFile(`${packed}.sha256`, `${sha256(packed)}  ${basename(packed)}\n`)
  return packed
}
