import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { FolderStorage } from './folder.ts'
import { describeStorage } from './testing/storage-contract.ts'

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

describeStorage('a folder', async () => new FolderStorage(await temporaryFolder()))

describe('A storage folder', () => {
  it('is created with the first file, and keeps nothing of interrupted writes', async () => {
    const folder = join(await temporaryFolder(), 'not', 'yet')
    const storage = new FolderStorage(folder)
    expect(await storage.get('file')).toBeUndefined()
    const broken = new Readable({ read: (): void => void broken.destroy(new Error('gone')) })
    await expect(storage.put('file', broken)).rejects.toThrow('gone')
    expect(await readdir(join(folder, '.unfinished'))).toEqual([])
    await storage.put('file', Buffer.from('x'))
    expect((await readdir(folder)).sort()).toEqual(['.unfinished', 'file'])
  })
})
