import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { ImportError } from '../import-error.ts'
import type { Archive, ArchiveOptions } from './archive.ts'
import { openFolder, openSingleFile } from './folder.ts'
import { openTar } from './tar.ts'
import { openZip } from './zip.ts'

/** Opens an archive, recognized by its content. Checks the index of the whole archive. */
export async function openArchive(path: string, options: ArchiveOptions): Promise<Archive> {
  const stats = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT'
      ? new ImportError('archive-path-missing', { path })
      : new ImportError('archive-path-unreadable', { path, problem: error.message })
  })
  if (stats.isDirectory()) return await openFolder(path)
  const start = await firstBytes(path)
  const hex = start.toString('hex', 0, 4)
  if (hex === '504b0304' || hex === '504b0506') return await openZip(path)
  if (hex.startsWith('1f8b')) return await openTar(path, true, options)
  if (start.toString('latin1', 257, 262) === 'ustar') return await openTar(path, false, options)
  if (/^(?:\ufeff)?\s*\{/.test(start.toString())) return await openSingleFile(path, basename(path))
  throw new ImportError('archive-format-unknown', { name: basename(path) })
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
