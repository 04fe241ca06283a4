import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { testConfig } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runAdmin } from './main.ts'
import { noProgress } from './progress.ts'

const line =
  '{"level":40,"time":"2026-11-17T12:00:01.250Z","req_id":"req-7","msg":"requests are turned away"}'

async function show(args: string[], input = Readable.from([])) {
  let shown = ''
  const terminal = {
    signal: () => new AbortController().signal,
    progress: noProgress,
    input,
    write: (text: string) => {
      shown += text
    },
    hasColors: false,
  }
  const { exitCode, text } = await runAdmin(['logs', ...args], testConfig(), terminal)
  return { shown, exitCode, text }
}

describe('admin logs', () => {
  it('shows a log in readable form, from the standard input or a file', async () => {
    const readable = '12:00:01.250 warn  requests are turned away req_id=req-7\nplain text\n'
    const log = `${line}\nplain text\n`
    expect(await show([], Readable.from([log.slice(0, 20), log.slice(20)]))).toMatchObject({
      shown: readable,
      exitCode: 0,
      text: '',
    })
    const folder = await mkdtemp(join(tmpdir(), 'loquat-logs-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'log'), log)
    expect(await show(['--file', join(folder, 'log')])).toMatchObject({ shown: readable, exitCode: 0 })
  })

  it('says that a file cannot be read', async () => {
    const { exitCode, text } = await show(['--file', '/nonexistent/log'])
    expect(exitCode).toBe(1)
    expect(text).toMatch(/^The log cannot be read: ENOENT/)
  })
})
