import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ImportError } from '../import-error.ts'
import type { Archive } from './archive.ts'
import { jsonElements, jsonLines, jsonRows } from './json.ts'
import { openArchive } from './open.ts'
import { entriesOf, type TestEntry, tarGzOf, tarOf, zipOf } from './testing/archives.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-archives-'))
})
afterAll(() => rm(folder, { recursive: true }))

let count = 0
const options = () => ({
  isData: (name: string) => name.endsWith('.json'),
  scratchFolder: join(folder, 'scratch'),
})

async function archiveOf(bytes: Uint8Array): Promise<Archive> {
  const path = join(folder, `archive-${count++}`)
  await writeFile(path, bytes)
  return await openArchive(path, options())
}

async function folderOf(entries: readonly TestEntry[]): Promise<string> {
  const path = join(folder, `folder-${count++}`)
  for (const { name, content = '' } of entries) {
    await mkdir(dirname(join(path, String(name))), { recursive: true })
    await writeFile(join(path, String(name)), content)
  }
  return path
}

async function walked(archive: Archive): Promise<Record<string, string>> {
  const found: Record<string, string> = {}
  for await (const { name, content } of archive.walk((name) => name.startsWith('uploads/'))) {
    found[name] = await text(content)
  }
  return found
}

const long = `uploads/${'sub-folder/'.repeat(12)}plum.txt`
const files = entriesOf({
  'top/realm.json': '{"a":[1]}',
  'top/uploads/ü.txt': 'pear',
  [`top/${long}`]: 'plum',
})

describe('an archive', () => {
  const forms: [string, () => Promise<Archive>][] = [
    ['a ZIP file', () => archiveOf(zipOf(files))],
    ['a tar file', () => archiveOf(tarOf(files))],
    ['a tar file with pax headers', () => archiveOf(tarOf(files, 'pax'))],
    ['a compressed tar file', () => archiveOf(tarGzOf(files))],
    ['a folder', async () => openArchive(await folderOf(files), options())],
  ]
  it.each(forms)('can be %s, with one top folder or without', async (_, open) => {
    const archive = await open()
    expect([...archive.names()].sort()).toEqual(['realm.json', long, 'uploads/ü.txt'].sort())
    expect(archive.has('realm.json')).toBe(true)
    expect(archive.has('top/realm.json')).toBe(false)
    expect(archive.sizeOf('realm.json')).toBe(9)
    expect(await text(await archive.open('realm.json'))).toBe('{"a":[1]}')
    expect(await walked(archive)).toEqual({ 'uploads/ü.txt': 'pear', [long]: 'plum' })
    await archive.close()
    expect(await readdir(join(folder, 'scratch')).catch(() => [])).toEqual([])
  })

  it('in tar form goes on after an entry that was not read to its end', async () => {
    const archive = await archiveOf(
      tarOf(entriesOf({ 'realm.json': '{}', 'uploads/a': 'x'.repeat(200_000), 'uploads/b': 'y' })),
    )
    const names: string[] = []
    for await (const { name, content } of archive.walk(() => true)) {
      names.push(name)
      content.destroy()
    }
    expect(names).toEqual(['realm.json', 'uploads/a', 'uploads/b'])
    await archive.close()
  })

  it('can be a single file of JSON lines', async () => {
    const archive = await archiveOf(Buffer.from('{"type":"version"}\n'))
    expect([...archive.names()]).toHaveLength(1)
  })

  it('has names in UTF-8 without the flag, or in CP437', async () => {
    const archive = await archiveOf(zipOf([{ name: 'größe.json' }, { name: Buffer.from([0x81, 0x2e]) }]))
    expect([...archive.names()]).toEqual(['größe.json', 'ü.'])
  })
})

const refused = async (opening: Promise<Archive>, problem: RegExp) => {
  const error = await opening.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  expect(error).toBeInstanceOf(ImportError)
  expect((error as Error).message).toMatch(problem)
}

describe('a hostile archive', () => {
  const unsafe = ['../up', 'a/../../up', '/absolute', 'C:/drive', 'back\\slash', 'nul\0']
  it.each(unsafe)('is refused because of the name %j', async (name) => {
    await refused(archiveOf(zipOf([{ name }])), /unsafe name/)
    if (!name.includes('\0')) await refused(archiveOf(tarOf([{ name }])), /unsafe name/)
  })

  it('is refused if a tar entry is a link or a device', async () => {
    for (const type of ['1', '2', '3', '4', '6']) {
      await refused(archiveOf(tarGzOf([{ name: 'realm.json', type }])), /realm\.json is a link or a device/)
    }
  })

  it('is refused if a ZIP entry is a link, encrypted, twice listed or overlapping', async () => {
    await refused(archiveOf(zipOf([{ name: 'a', zip: { mode: 0o120777 } }])), /entry a is a link/)
    await refused(archiveOf(zipOf([{ name: 'a', zip: { flags: 1 } }])), /entry a is encrypted/)
    await refused(archiveOf(zipOf([{ name: 'a' }, { name: 'a' }])), /two entries named a/)
    await refused(archiveOf(zipOf([{ name: 'a' }, { name: 'b', zip: { offset: 0 } }])), /overlapping/)
  })

  it('is refused if a folder has a link', async () => {
    const path = await folderOf(entriesOf({ 'users.json': '[]' }))
    await symlink('/etc/passwd', join(path, 'link.json'))
    await refused(openArchive(path, options()), /link\.json is a link/)
  })

  it('is refused if it is a bomb', async () => {
    const bomb = { name: 'bomb.json', content: 'x', zip: { size: 2 ** 30 + 1 } }
    await refused(archiveOf(zipOf([bomb])), /unpacks to more than 100 times/)
    await refused(archiveOf(tarOf([{ ...bomb, size: 2 ** 30 + 1 }])), /unpacks to more than 100 times/)
  })

  it('fails while an entry is read that is larger or smaller than declared, or has another checksum', async () => {
    for (const zip of [{ size: 3 }, { size: 9 }, { crc: 1 }]) {
      const archive = await archiveOf(zipOf([{ name: 'a.json', content: '[1,2]', zip }]))
      await expect(text(await archive.open('a.json'))).rejects.toThrow(/The entry a\.json is damaged/)
    }
  })

  it('is refused if it is truncated', async () => {
    const content = Array.from({ length: 5_000 }, (_, n) => `${n * 7919}`).join(' ')
    const entries = entriesOf({ 'realm.json': content })
    await refused(archiveOf(zipOf(entries).subarray(0, -30)), /ZIP file cannot be read/)
    await refused(archiveOf(tarOf(entries).subarray(0, 900)), /truncated in realm\.json/)
    await refused(archiveOf(tarOf(entries).subarray(0, -1024)), /truncated/)
    await refused(archiveOf(tarGzOf(entries).subarray(0, -500)), /damaged: unexpected end/)
    await refused(archiveOf(gzipSync('no tar file')), /truncated/)
    await refused(archiveOf(Buffer.from('plain text')), /is not an archive/)
  })
})

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

/** The text in chunks of every size, so that each boundary is tried. */
async function* chunksOf(content: string | Uint8Array, size: number) {
  const bytes = Buffer.from(content as string)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

describe('JSON of an archive', () => {
  it('is read value by value, wherever the chunks end', async () => {
    const source = ' {"a": [1, {"b": "]}\\"é"}, null ],\n"c": {"d":[2]}, "e":[], "f": "x" } '
    for (let size = 1; size < 80; size++) {
      expect(await collect(jsonRows(chunksOf(source, size), 'x.json'))).toEqual([
        { key: 'a', value: 1 },
        { key: 'a', value: { b: ']}"é' } },
        { key: 'a', value: null },
        { key: 'c', value: { d: [2] } },
        { key: 'f', value: 'x' },
      ])
    }
    expect(await collect(jsonElements(chunksOf('\ufeff[[1],2]', 1_000), 'x.json'))).toEqual([[1], 2])
  })

  const broken: [string, RegExp][] = [
    ['', /x\.json ends unexpectedly at byte 0/],
    ['[1, 2', /ends unexpectedly at byte 5/],
    ['[1] 2', /invalid JSON near byte 4/],
    ['"text"', /invalid JSON near byte 0/],
    ['[1 2]', /invalid JSON near byte 3/],
    ['[1,]', /invalid JSON near byte 3/],
    ['{"a" 1}', /invalid JSON/],
    ['{a: 1}', /invalid JSON near byte 1/],
    ['[nul]', /invalid JSON/],
    [`[${'['.repeat(101)}${']'.repeat(101)}]`, /nested too deeply/],
  ]
  it.each(broken)('is refused with its position: %j', async (source, problem) => {
    const reading = collect(jsonRows(chunksOf(source, 7), 'x.json'))
    await expect(reading).rejects.toThrow(problem)
    await expect(reading).rejects.toBeInstanceOf(ImportError)
  })

  it('is refused if it is not UTF-8, or a value is larger than 64 MiB', async () => {
    const invalid = Buffer.concat([Buffer.from('["'), Buffer.from([0xff]), Buffer.from('"]')])
    await expect(collect(jsonRows(chunksOf(invalid, 9), 'x.json'))).rejects.toThrow(/invalid UTF-8/)
    async function* large() {
      yield Buffer.from('["')
      for (let n = 0; n < 65; n++) yield Buffer.alloc(2 ** 20, 'x')
    }
    await expect(collect(jsonRows(large(), 'x.json'))).rejects.toThrow(/larger than 64 MiB/)
    await expect(collect(jsonLines(large(), 'x.jsonl'))).rejects.toThrow(/line 1: .*64 MiB/)
  })

  it('can be lines of any length, and errors name the line', async () => {
    const source = `\ufeff{"a":"${'x'.repeat(300)}"}\r\n\n[2]`
    for (const size of [1, 7, 1_000]) {
      const lines = await collect(jsonLines(chunksOf(source, size), 'x.jsonl'))
      expect(lines.map(({ line }) => line)).toEqual([1, 3])
    }
    await expect(collect(jsonLines(chunksOf('{}\n{', 9), 'x.jsonl'))).rejects.toThrow(
      'x.jsonl, line 2: invalid JSON.',
    )
    await expect(collect(jsonLines(chunksOf('['.repeat(101), 9), 'x'))).rejects.toThrow(/too deeply/)
  })
})
