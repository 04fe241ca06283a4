import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { configFrom } from './config.ts'
import { loadSecretKeys } from './secret-key.ts'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'loquat-key-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

const load = (env: Record<string, string>, isNeeded = false) => loadSecretKeys(configFrom(env), { isNeeded })

describe('The secret key', () => {
  it('is created in the data folder with access only for its owner, once, even by concurrent processes', async () => {
    const LOQUAT_DATA_DIR = join(await folder(), 'data')
    const all = await Promise.all(Array.from({ length: 8 }, () => load({ LOQUAT_DATA_DIR })))
    const [key] = all[0] ?? []
    expect(key).toHaveLength(32)
    for (const keys of all) expect(keys).toEqual([key])
    expect(await readdir(LOQUAT_DATA_DIR)).toEqual(['secret-key'])
    const file = join(LOQUAT_DATA_DIR, 'secret-key')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(LOQUAT_DATA_DIR)).mode & 0o777).toBe(0o700)
    expect(await readFile(file, 'utf8')).toBe(`${key?.toString('base64')}\n`)
  })

  it('comes from the environment or a file, as base64 or hex, the current one first', async () => {
    const [one, two] = [randomBytes(32), randomBytes(32)]
    const file = join(await folder(), 'key')
    await writeFile(file, `${two.toString('hex')}\n${one.toString('base64')}\n`)
    expect(await load({ LOQUAT_SECRET_KEY: one.toString('base64') })).toEqual([one])
    expect(
      await load({ LOQUAT_SECRET_KEY: ` ${one.toString('base64url')},${two.toString('hex')} ` }),
    ).toEqual([one, two])
    expect(await load({ LOQUAT_SECRET_KEY_FILE: file })).toEqual([two, one])
  })

  it('is rejected with a message if it is malformed, ambiguous or missing', async () => {
    const place = await folder()
    const file = join(place, 'key')
    await writeFile(file, 'plum\n')
    const key = randomBytes(32).toString('base64')
    const rows: [Record<string, string>, boolean, RegExp][] = [
      [{ LOQUAT_SECRET_KEY: 'plum' }, false, /^LOQUAT_SECRET_KEY must be 32 bytes as base64 or hex/],
      [{ LOQUAT_SECRET_KEY: key, LOQUAT_SECRET_KEY_FILE: file }, false, /not both\.$/],
      [{ LOQUAT_SECRET_KEY_FILE: file }, false, /key must contain 32 bytes as base64 or hex/],
      [{ LOQUAT_SECRET_KEY_FILE: join(place, 'none') }, false, /^LOQUAT_SECRET_KEY_FILE: there is no file/],
      [{ LOQUAT_SECRET_KEY_FILE: place }, false, /^The secret key cannot be read/],
      [{ LOQUAT_DATA_DIR: join(file, 'data') }, false, /^The secret key cannot be (read|created)/],
      [{ LOQUAT_DATA_DIR: place }, true, /restore .*secret-key from a backup, or set LOQUAT_SECRET_KEY\.$/],
    ]
    for (const [env, isNeeded, message] of rows) {
      const loading = (async () => await load(env, isNeeded))()
      await expect(loading, message.source).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringMatching(message),
      })
    }
    expect((await readdir(place)).sort()).toEqual(['key'])
  })
})
