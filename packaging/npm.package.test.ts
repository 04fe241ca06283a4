import { execFile } from 'node:child_process'
import { globSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createWorld } from '@loquat/devkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesIn } from './archive.ts'
import { root, version } from './repository.ts'
import { logInAsOwner, startPackaged } from './testing/started-server.ts'

const run = promisify(execFile)
const patience = 300_000
const maxInstalledBytes = 350_000_000
let work: string

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'loquat-npm-'))
  await run('npm', ['run', 'package:npm', '--', '--out', work], { cwd: root })
}, patience)

afterAll(async () => {
  await rm(work, { recursive: true, force: true })
}, patience)

/** An empty project with one of our packages, installed from its archive. */
async function projectWith(archive: string): Promise<string> {
  const project = join(work, `project-${archive}`)
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...quiet, join(work, `${archive}-${version}.tgz`)], { cwd: project })
  return project
}

const program = `
import { type Api, ApiError, createApi, createBot, LiveSession } from '@loquat/client'

const [url = '', email = '', apiKey = ''] = process.argv.slice(2)
const api: Api = createApi({ url, credentials: { email, apiKey } })
const session = await LiveSession.connect(api, { onEvent: () => {} })
const { id } = await api.sendMessage({ type: 'channel', to: 'design', topic: 'client', content: 'From a **program**.' })
const { message } = await api.getMessage({ message_id: id })
const content: string = message.content
// @ts-expect-error: the ID is a number
const denial = await api.getMessage({ message_id: 'none' }).catch((error: unknown) => error)
const isError = denial instanceof ApiError
console.log(JSON.stringify({ content, isError, bot: typeof createBot }))
await session.close()
`

describe('@loquat/client', () => {
  it('installs from its archive with types, and works in Node as its types say', {
    timeout: patience,
  }, async () => {
    const project = await projectWith('loquat-client')
    await writeFile(join(project, 'program.ts'), program)
    const strict = [
      '--strict',
      '--noEmit',
      '--target',
      'es2023',
      '--module',
      'nodenext',
      '--lib',
      'es2023,dom',
    ]
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
    const { stdout: problems } = await run(
      join(root, 'node_modules/.bin/tsc'),
      [...strict, ...types, 'program.ts'],
      { cwd: project },
    ).catch((error: { stdout: string }) => error)
    expect(problems).toBe('')
    const { alice, url } = await createWorld()
    await alice.api.subscribe({ subscriptions: [{ name: 'design' }] })
    const { stdout } = await run(process.execPath, ['program.ts', url, alice.email, alice.apiKey], {
      cwd: project,
    })
    expect(JSON.parse(stdout)).toEqual({
      content: '<p>From a <strong>program</strong>.</p>',
      isError: true,
      bot: 'function',
    })
  })

  it('loads nothing that browsers lack', async () => {
    const module = readFileSync(
      join(work, 'project-loquat-client/node_modules/@loquat/client/index.js'),
      'utf8',
    )
    expect(module).not.toMatch(/from ["'](node:|zod)|\brequire\(/)
  })
})

describe('npx loquat', () => {
  it('installs less than 350 MB', { timeout: patience }, async () => {
    const project = await projectWith('loquat')
    const sizes = (await filesIn(join(project, 'node_modules'))).map(
      (file) => statSync(join(project, 'node_modules', file)).size,
    )
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(maxInstalledBytes)
  })

  it('starts a server in the current folder, with its own Node and PostgreSQL', {
    timeout: patience,
  }, async () => {
    const project = join(work, 'project-loquat')
    const { PATH = '' } = process.env
    const server = await startPackaged([join(project, 'node_modules/.bin/loquat')], {
      cwd: project,
      env: { PATH },
    })
    const api = await logInAsOwner(server)
    const sent = await api.sendMessage({ type: 'channel', to: 'general', topic: 'npx', content: 'Started.' })
    expect(sent.id).toBeGreaterThan(0)
    expect(await (await fetch(server.url)).text()).toContain('<div id="app">')
    await server.stop()
    expect(server.output()).toContain('stopping')
    expect(readFileSync(join(project, 'data/secret-key'), 'utf8')).toMatch(/\S{40}/)
  })
})

describe('npm install in a clone', () => {
  it.each(['20', '22', '24'])('prints no warning on Node %s', { timeout: patience }, async (major) => {
    const clone = join(work, `clone-${major}`)
    for (const file of [
      'package.json',
      'package-lock.json',
      '.npmrc',
      ...globSync('*/package.json', { cwd: root }),
    ])
      await cp(join(root, file), join(clone, file))
    const quiet = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']
    const runtime = `node-${process.platform}-${process.arch}`
    await run('npm', ['install', ...quiet, '--prefix', join(work, major), `${runtime}@${major}`])
    const node = join(work, major, 'node_modules', runtime, 'bin/node')
    const npm = await realpath((await run('sh', ['-c', 'command -v npm'])).stdout.trim())
    // Warnings come from the plan; nothing needs to be downloaded for it.
    const { stdout, stderr } = await run(node, [npm, 'install', '--dry-run', ...quiet], { cwd: clone })
    expect(stderr).toBe('')
    expect(stdout).toMatch(/added \d+ packages/)
  })
})
