import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeAccessRules } from './access-rules.ts'

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-rules-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, accounts: join(folder, 'pg_ident.conf'), rules: join(folder, 'pg_hba.conf') }
}

describe('Access rules of the embedded database', () => {
  it('replace those of initdb', async () => {
    const { folder, accounts, rules } = await emptyFolder()
    await writeFile(rules, 'local all all trust\n')
    await writeAccessRules(folder, new Set(['root', 'nobody']))
    expect(await readFile(rules, 'utf8')).toBe('local all all peer map=loquat\n')
    expect(await readFile(accounts, 'utf8')).toBe('loquat "root" loquat\nloquat "nobody" loquat\n')
    expect((await readdir(folder)).toSorted()).toEqual(['pg_hba.conf', 'pg_ident.conf'])
  })

  it('are left alone by a second process, because PostgreSQL may be reading them', async () => {
    const { folder, accounts, rules } = await emptyFolder()
    const files = async () =>
      Promise.all([accounts, rules].map((path) => stat(path, { bigint: true }))).then((all) =>
        all.map(({ ino, mtimeNs }) => [ino, mtimeNs]),
      )
    await writeAccessRules(folder, new Set(['nobody']))
    const before = await files()
    await writeAccessRules(folder, new Set(['nobody']))
    expect(await files()).toEqual(before)
  })

  it('are never seen incomplete', async () => {
    const { folder, accounts } = await emptyFolder()
    const many = (prefix: string) => new Set(Array.from({ length: 50_000 }, (_, at) => `${prefix}${at}`))
    const versions = [many('a'), many('b')]
    await writeAccessRules(folder, many('a'))
    const complete = (await readFile(accounts)).length
    let writing = true
    const written = (async () => {
      for (let round = 0; round < 20; round++)
        await writeAccessRules(folder, versions[round % 2] ?? new Set())
      writing = false
    })()
    const sizes = new Set<number>()
    while (writing) sizes.add((await readFile(accounts)).length)
    await written
    expect([...sizes]).toEqual([complete])
  })
})
