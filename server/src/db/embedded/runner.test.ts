import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { locateBinaries } from './binaries.ts'
import { runnerFor } from './runner.ts'

it('Prepares a cluster whose programs and data are in a folder that only this user can open', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'loquat-closed-'))
  onTestFinished(() => rm(closed, { recursive: true, force: true }))
  const { initdb } = await locateBinaries()
  const native = dirname(dirname(initdb))
  await cp(native, join(closed, 'native'), { recursive: true, verbatimSymlinks: true })
  const program = join(closed, 'native', 'bin', 'initdb')
  const cluster = join(closed, 'data', 'postgres')
  await mkdir(cluster, { recursive: true, mode: 0o700 })

  const runner = await runnerFor(cluster, program)
  await runner.own(cluster)
  const child = runner.spawn(program, ['-D', cluster, '-U', 'loquat', '--locale=C', '--no-sync'], {
    cwd: cluster,
    env: { LC_ALL: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let complaints = ''
  child.stderr?.on('data', (chunk) => {
    complaints += chunk
  })
  const [code] = await once(child, 'close')
  expect({ code, complaints: code === 0 ? '' : complaints }).toEqual({ code: 0, complaints: '' })
})
