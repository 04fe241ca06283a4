import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@loquat/devkit'
import { randomNumbers } from '@loquat/devkit/random-numbers'
import {
  caughtUp,
  failOver,
  type Primary,
  pauseReplay,
  resumeReplay,
  startReplica,
} from '@loquat/devkit/replica'
import { killAll, postgresPids, signalAll } from '@loquat/devkit/server-process'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  ask,
  databaseUrl,
  holdCommits,
  type ReadServer,
  readSettings,
  readsFromReplica as readsOnceFromReplica,
  startEmptyPrimary,
  startReadServer,
} from './testing/read-server.ts'

let folder = ''
let primary: Primary
let replica: Primary
const servers: ReadServer[] = []
let channelId = 0

// Both hosts, so that the servers find the one that is promoted.
const settings = () => readSettings([primary, replica], [databaseUrl(replica), databaseUrl(primary)])
const startServer = () => startReadServer(join(folder, 'files'), settings())

const newest = { anchor: 'newest', num_before: 1_000, num_after: 0, apply_markdown: false } as const
const inChannel = () => ({ operator: 'channel', operand: channelId })
const send = ({ api }: ReadServer, topic: string, content: string) =>
  api.sendMessage({ type: 'channel', to: channelId, topic, content }).then(({ id }) => id)
/** The notice of the new channel may arrive later than the first messages. */
const isNotice = ({ subject }: { subject: string }) => subject === 'channel events'
const fetchAll = async ({ api }: ReadServer) =>
  (await api.getMessages({ ...newest, narrow: [inChannel()] })).messages.filter((one) => !isNotice(one))
const idsSeen = async (server: ReadServer) => (await fetchAll(server)).map(({ id }) => id)
const readsFromReplica = (server: ReadServer) => readsOnceFromReplica(server, () => fetchAll(server))

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-reads-'))
  primary = await startEmptyPrimary(join(folder, 'one'))
  replica = await startReplica(primary, join(folder, 'two'))
  servers.push(await startServer())
  servers.push(await startServer())
  const { api } = servers[0]!
  await api.subscribe({ subscriptions: [{ name: 'replicated' }] })
  channelId = (await api.getChannelId({ stream: 'replicated' })).stream_id
}, 180_000)

afterAll(async () => {
  for (const { process } of servers) await process.kill()
  for (const name of ['one', 'two']) killAll(await postgresPids(join(folder, name)))
  await rm(folder, { recursive: true, force: true })
}, 60_000)

interface LiveMessage {
  id: number
  stream_id?: number
  subject: string
}

interface Written {
  content: string
  topic: string
  versions: number
  isStarred: boolean
}

describe('Reads from a replica', () => {
  it('show everything that the reader has written or seen through any server, however far the replica is behind', async () => {
    onTestFinished(() => resumeReplay(replica))
    const random = randomNumbers(20_261_118)
    const any = () => servers[random(2)]!
    const written = new Map<number, Written>()
    const one = () => [...written.keys()][random(written.size)]!
    const { queue_id, last_event_id } = await any().api.register({ event_types: ['message'] })
    let lastEventId = last_event_id ?? -1
    const writes = [
      async () => {
        const [topic, content] = [`topic ${random(4)}`, `kettle number ${written.size}`]
        written.set(await send(any(), topic, content), { content, topic, versions: 1, isStarred: false })
      },
      async () => {
        const message = written.get(one())!
        const id = [...written].find(([, other]) => other === message)![0]
        message.content = `${message.content} again`
        message.versions++
        await any().api.updateMessage({ message_id: id, content: message.content })
      },
      async () => {
        const id = one()
        written.get(id)!.isStarred = true
        await any().api.updateMessageFlags({ messages: [id], op: 'add', flag: 'starred' })
      },
    ]
    const fields = (id: number) => {
      const { content, topic, isStarred } = written.get(id)!
      return { id, content, subject: topic, isStarred }
    }
    const shown = (messages: Awaited<ReturnType<typeof fetchAll>>) =>
      messages.map(({ id, content, subject, flags }) => {
        return { id, content, subject, isStarred: flags.includes('starred') }
      })
    const all = () => [...written.keys()].sort((a, b) => a - b)
    const checks = [
      async () => expect(shown(await fetchAll(any()))).toEqual(all().map(fields)),
      async () => {
        const narrow = [inChannel(), { operator: 'search', operand: 'kettle' }]
        const { messages } = await any().api.getMessages({ ...newest, narrow })
        expect(shown(messages)).toEqual(all().map(fields))
      },
      async () => {
        const { topics } = await any().api.getTopics({ stream_id: channelId })
        const newestOf = new Map(all().map((id) => [written.get(id)!.topic, id]))
        const own = topics.filter(({ name }) => name !== 'channel events')
        expect(new Map(own.map(({ name, max_id }) => [name, max_id]))).toEqual(newestOf)
      },
      async () => {
        const id = one()
        const { message_history } = await any().api.getMessageHistory({ message_id: id })
        expect(message_history).toHaveLength(written.get(id)!.versions)
        expect(message_history.at(-1)).toMatchObject({ content: written.get(id)!.content })
      },
      async () => {
        const { raw_content } = await any().api.getMessage({ message_id: all().at(-1)! })
        expect(raw_content).toBe(written.get(all().at(-1)!)!.content)
      },
      async () => {
        const state = await any().api.register({ fetch_event_types: ['starred_messages', 'message'] })
        const own = state.starred_messages?.filter((id) => written.has(id))
        expect(own).toEqual(all().filter((id) => written.get(id)!.isStarred))
        expect(state.max_message_id).toBeGreaterThanOrEqual(all().at(-1)!)
        expect(state.last_event_id).toBeGreaterThanOrEqual(lastEventId)
      },
      async () => {
        const poll = { queue_id: queue_id ?? '', last_event_id: lastEventId, dont_block: true }
        const { events } = await any().api.getEvents(poll)
        lastEventId = Math.max(lastEventId, ...events.map(({ id }) => id))
        const seen = new Set(await idsSeen(any()))
        for (const { message } of events as { message?: LiveMessage }[]) {
          if (message?.stream_id === channelId && !isNotice(message)) expect(seen).toContain(message.id)
        }
      },
    ]
    await writes[0]!()
    for (let step = 0; step < 250; step++) {
      if (step % 25 === 10) await pauseReplay(replica)
      if (step % 25 === 20) await resumeReplay(replica)
      await writes[random(4) % writes.length]!()
      await checks[random(checks.length)]!()
    }
    for (const server of servers) {
      await readsFromReplica(server)
      expect(await server.reads('behind')).toBeGreaterThan(0)
    }
  })

  it('show presences that were reported without an event', async () => {
    const [one, two] = servers as [ReadServer, ReadServer]
    const report = async () => {
      const reply = await one.api.updatePresence({
        status: 'active',
        last_update_id: -1,
        slim_presence: true,
      })
      return reply.presence_last_update_id ?? 0
    }
    await report()
    await caughtUp(primary, replica)
    await readsFromReplica(two)
    onTestFinished(() => resumeReplay(replica))
    await pauseReplay(replica)
    const updateId = await report()
    const state = await two.api.register({ fetch_event_types: ['presence'], slim_presence: true })
    expect(state.presence_last_update_id).toBe(updateId)
    // The log has not moved, so other reads still use the replica.
    await readsFromReplica(two)
  })

  it('never go back while others write', async () => {
    let isWriting = true
    const acknowledged: number[] = []
    const write = async (server: ReadServer) => {
      for (let n = 0; n < 60; n++) acknowledged.push(await send(server, 'busy', `busy ${n}`))
    }
    const read = async () => {
      let seen: number[] = []
      for (let n = 0; isWriting; n++) {
        const before = [...acknowledged]
        const now = new Set(await idsSeen(servers[n % 2]!))
        expect([...before, ...seen].filter((id) => !now.has(id))).toEqual([])
        seen = [...now]
      }
    }
    const delay = async () => {
      while (isWriting) {
        await pauseReplay(replica)
        await fetchAll(servers[0]!)
        await resumeReplay(replica)
        await caughtUp(primary, replica)
        await fetchAll(servers[1]!)
      }
    }
    const writing = Promise.all(servers.map(write)).finally(() => {
      isWriting = false
    })
    await Promise.all([writing, read(), read(), delay()])
    expect(acknowledged).toHaveLength(120)
  })

  it('do not show a commit that the primary does not show yet', async () => {
    const [one, two] = servers as [ReadServer, ReadServer]
    await readsFromReplica(two)
    const release = await holdCommits(primary)
    onTestFinished(release)
    const sending = send(one, 'held back', 'shown by the replica only')
    const onReplica = "select id from message where content = 'shown by the replica only'"
    const [row] = await eventually(async () => {
      const rows = await ask<{ id: string }>(replica, onReplica)
      expect(rows).toHaveLength(1)
      return rows
    })
    for (const server of servers) expect(await idsSeen(server)).not.toContain(Number(row?.id))
    await release()
    expect(await sending).toBe(Number(row?.id))
    for (const server of servers) expect(await idsSeen(server)).toContain(Number(row?.id))
  })

  it('are used for exports, and the administrator sees how far the replica is behind', async () => {
    const [server] = servers as [ReadServer]
    await readsFromReplica(server)
    const fromReplica = async () =>
      (await servers[0]!.reads('replica')) + (await servers[1]!.reads('replica'))
    const before = await fromReplica()
    await server.api.requestExport({})
    await eventually(async () => {
      const { exports } = await server.api.getExports()
      expect(exports).toMatchObject([{ pending: false, failed_timestamp: null }])
    })
    expect(await fromReplica()).toBe(before + 1)
    const env = { ...settings(), LOQUAT_DATA_DIR: join(folder, 'files') }
    const lines = execFileSync(process.execPath, ['server/src/bin/admin.js', 'doctor'], {
      env,
      encoding: 'utf8',
    })
    expect(lines).toMatch(/ok +Read replica: \S+two\S* is [\d,]+ bytes behind/)
    expect(lines).toMatch(/ok +Read replica: \S+one\S* is the primary/)
  })

  it('come from the primary while the replica hangs, is down or was promoted', async () => {
    const [server] = servers as [ReadServer]
    await readsFromReplica(server)
    const pids = await postgresPids(replica.dataDir)
    signalAll(pids, 'SIGSTOP')
    const id = await send(server, 'faults', 'while the replica hangs')
    expect(await idsSeen(server)).toContain(id)
    await eventually(async () => {
      await fetchAll(server)
      expect(await server.reads('unavailable')).toBeGreaterThan(0)
    })
    signalAll(pids, 'SIGCONT')
    await readsFromReplica(server)

    killAll(await postgresPids(replica.dataDir))
    const next = await send(server, 'faults', 'while the replica is down')
    expect(await idsSeen(server)).toContain(next)
    await replica.cluster.ensure()
    await readsFromReplica(server)

    await caughtUp(primary, replica)
    await failOver(primary, replica)
    const last = await eventually(() => send(server, 'faults', 'after the promotion'))
    const before = await server.reads('replica')
    expect(await eventually(() => idsSeen(server))).toContain(last)
    expect(await server.reads('replica')).toBe(before)
  })
})
