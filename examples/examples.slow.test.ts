import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createApi } from '@loquat/client'
import {
  type CastName,
  castPassword,
  cloneTemplate,
  emailOf,
  runOutsideTransaction,
  testSecretKey,
} from '@loquat/devkit'
import { endProcess, startServerProcess } from '@loquat/devkit/server-process'
import { expect, inject, it, onTestFinished, vi } from 'vitest'

const script = fileURLToPath(new URL('run.ts', import.meta.url))

/** A server with the cast on it, and a way to start examples as `npm run example` does. */
async function stage() {
  const dataDir = await mkdtemp(join(tmpdir(), 'loquat-examples-'))
  const postgres = inject('postgres')
  const database = `examples_${randomUUID().replaceAll('-', '')}`
  await cloneTemplate(postgres, database)
  const DATABASE_URL = `postgresql:///${database}?host=${postgres.host}&user=${postgres.user}`
  const settings = { DATABASE_URL, LOQUAT_SECRET_KEY: testSecretKey }
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children) await endProcess(child, 'SIGKILL')
    await runOutsideTransaction(postgres, `drop database ${database} with (force)`)
    await rm(dataDir, { recursive: true, force: true })
  })
  const server = await startServerProcess(dataDir, { env: settings })
  onTestFinished(() => server.stop())
  const logIn = async (name: CastName) => {
    const email = emailOf(name)
    const login = { username: email, password: castPassword }
    const { api_key: apiKey } = await createApi({ url: server.url }).fetchApiKey(login)
    return createApi({ url: server.url, credentials: { email, apiKey } })
  }
  const api = await logIn('alice')

  const run = (name: string, env: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [script, name], {
      env: { ...settings, LOQUAT_DATA_DIR: dataDir, PORT: String(server.port), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const example = { child, output: '' }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        example.output += chunk
      })
    }
    return example
  }
  /** The environment of an example whose bot already exists. */
  const account = async (name: string, shortName: string) => {
    const bot = await api.createBot({ full_name: name, short_name: shortName })
    const { user } = await api.getUser({ user_id: bot.user_id })
    return {
      LOQUAT_BOT_URL: server.url,
      LOQUAT_BOT_EMAIL: user.email,
      LOQUAT_BOT_API_KEY: bot.api_key,
    }
  }
  return { run, api, account, logIn }
}

/** An issue tracker with one issue. */
async function tracker(): Promise<string> {
  const server = createServer((request, response) => {
    response.statusCode = request.url === '/repos/acme/shop/issues/12' ? 200 : 404
    response.end(
      JSON.stringify({
        title: 'Plums **fall** off',
        state: 'open',
        html_url: 'https://issues.example.com/12',
        assignees: [{ login: 'ana' }],
      }),
    )
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await vi.waitFor(() => expect(server.address()).not.toBeNull())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

it('each example starts with one command, does what it says, and ends when told to', {
  timeout: 120_000,
}, async () => {
  const { run, api, account, logIn } = await stage()
  const issues = { ISSUES_API: await tracker(), ISSUES_REPOSITORY: 'acme/shop' }
  const bots = [
    run('karma'),
    run('standup', await account('Stand-up', 'standup')),
    run('issues', { ...issues, ...(await account('Issues', 'issues')) }),
    run('approvals', await account('Approvals', 'approvals')),
  ]
  const patience = { timeout: 40_000, interval: 50 }
  for (const bot of bots) await vi.waitFor(() => expect(bot.output).toContain('listens'), patience)

  const say = (content: string) => api.sendMessage({ type: 'channel', to: 'general', topic: 'bots', content })
  const answered = (content: string) =>
    vi.waitFor(async () => {
      const page = { anchor: 'newest', num_before: 30, num_after: 0, apply_markdown: false } as const
      const { messages } = await api.getMessages(page)
      const found = messages.find((message) => message.content === content)
      const said = messages.map((message) => message.content)
      if (found === undefined) {
        throw new Error(
          `Nobody said ${content}\n\n${[...said, ...bots.map(({ output }) => output)].join('\n--\n')}`,
        )
      }
      return found
    }, patience)

  await say('plums++ and @**Alice Owner**++, but not `i++`')
  await answered('**plums**: 1\nNobody votes for themselves.')
  await say('Plums++ mondays--')
  await answered('**Plums**: 2\n**mondays**: -1')
  await say('@**Karma** top')
  await answered('1. Plums: 2\n2. mondays: -1')

  await say('Is #12 like acme/shop#13?')
  await answered('[acme/shop#12: Plums   fall   off](https://issues.example.com/12) · open · ana')

  await say('@**Stand-up** start')
  const asked = await answered('What did you do, what is next, and is anything in your way?')
  await answered('I have asked 6 people. `finish` shows what they say.')
  const note = { type: 'direct', to: [asked.sender_id], content: 'Picked plums.\nPears next.' } as const
  const { id } = await api.sendMessage(note)
  await vi.waitFor(async () => {
    const { message } = await api.getMessage({ message_id: id })
    expect(message.reactions).toMatchObject([{ emoji_name: 'thumbs_up', user_id: asked.sender_id }])
  }, patience)
  await say('@**Stand-up** finish')
  const others = 'Bob Admin, Mona Moderator, Carol Member, Dave Member, Greta Guest'
  await answered(`**Alice Owner**\n> Picked plums.\n> Pears next.\n\nNothing yet from ${others}.`)

  const place = { type: 'channel', to: 'general', topic: 'bots' } as const
  await api.runBotCommand({ name: 'approve', arguments: 'a ladder', ...place })
  const { user_id: asker } = await api.getOwnUser()
  const request = await answered(`@_**|${asker}** asks for approval: a ladder`)
  const decider = await logIn('bob')
  const fields = { reason: 'too high' }
  await decider.interact({ message_id: request.id, component_id: 'decline', fields })
  const { user_id: bob } = await decider.getOwnUser()
  await answered(`@_**|${asker}** asked for approval: a ladder\n\n**Declined** (too high) by @_**|${bob}**.`)

  for (const { child, output } of bots) {
    await endProcess(child, 'SIGTERM')
    expect({ exitCode: child.exitCode, signal: child.signalCode }).toMatchObject({ exitCode: 0 })
    expect(output).not.toContain('Error')
  }
  const unknown = run('toast')
  await vi.waitFor(() => expect(unknown.child.exitCode).toBe(2), patience)
  expect(unknown.output).toContain('approvals, karma, standup, issues')
})
