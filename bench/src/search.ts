import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ServerProcess, startServerProcess } from '@loquat/devkit/server-process'
import { foldWord, keysOf } from '@loquat/server/features/conversation/similar-words/word-keys.ts'
import { cpuTime } from './cpu-time.ts'
import {
  buildUnanalyzed,
  loginOf,
  runAll,
  searched,
  vocabulary,
  withoutMessageIndexes,
} from './large-data.ts'
import { quantile } from './latencies.ts'
import { query } from './people.ts'
import { keptPlace, type Place, temporaryPlace } from './place.ts'
import { RawClient, requestBytes } from './raw-client.ts'
import type { Line } from './report.ts'

const size = { people: 1_000, channels: 100 }
/** `LOQUAT_BENCH_MESSAGES` sets another number. */
const messages = Number(process.env.LOQUAT_BENCH_MESSAGES ?? 1_000_000)
/** A folder for the messages, which stay there for the next run. */
const keptFolder = process.env.LOQUAT_BENCH_KEEP
const connections = Number(process.env.LOQUAT_BENCH_CONNECTIONS ?? 8)
const kindMs = 6_000
const sendsPerSecond = 20

/** A kind of search. `k` makes the words of each request different, so that caches of texts do not answer. */
interface SearchKind {
  what: string
  params(k: number): Record<string, string>
}

interface Measured {
  count: number
  times: number[]
  /** Milliseconds of CPU time per search, of the server and PostgreSQL, sends included. */
  cpu: number
  load: number
}

/** Searches over several connections beside sends: without statistics, as after an import, and with them. */
export async function benchSearch(): Promise<Line[]> {
  const isFilled = keptFolder !== undefined && existsSync(keptFolder)
  const place = keptFolder === undefined ? await temporaryPlace() : await keptPlace(keptFolder)
  try {
    if (!isFilled) await fill(place)
    const kinds = await searchKinds(place)
    const stale = isFilled ? undefined : await measureAll(place, kinds)
    if (!isFilled) await runAll(place, ['vacuum (analyze)'])
    const fresh = await measureAll(place, kinds)
    return kinds.map(({ what }, n) => ({
      what: `search: ${what}`,
      measured: `${textOf(fresh[n]!)}${stale === undefined ? '' : `; without statistics ${textOf(stale[n]!)}`}`,
      aim: '95% under 50 ms',
    }))
  } finally {
    await place.remove()
  }
}

async function fill(place: Place): Promise<void> {
  await (await startServerProcess(place.dataDir)).stop()
  console.error(`  ${messages.toLocaleString('en')} messages …`)
  await withoutMessageIndexes(place, () => buildUnanalyzed(place, size, messages))
  await addWords(place)
}

const textOf = ({ times, cpu, load }: Measured) => {
  const [half, most, all] = [0.5, 0.95, 0.99].map((part) => quantile(times, part).toFixed(0))
  return `50% ${half}, 95% ${most}, 99% ${all} ms, ${cpu.toFixed(1)} ms of CPU, load ${load.toFixed(1)}`
}

/** The words of messages, for similar ones. A job collects them elsewhere. */
async function addWords(place: Place): Promise<void> {
  const [realm] = await query<{ id: string }>(place, `select id from realm where subdomain = ''`)
  const words = [...vocabulary, ...searched]
  const rows = words.map((word) => ({
    word,
    folded: foldWord(word),
    keys: keysOf(Number(realm?.id), foldWord(word)),
  }))
  await query(
    place,
    `insert into search_word (realm_id, word, folded, keys, checked_at)
      select $1::bigint, word, folded, keys, now()
      from json_to_recordset($2::json) as w (word text, folded text, keys integer[])`,
    [realm?.id, JSON.stringify(rows)],
  )
  await query(place, 'insert into search_word_progress (realm_id, upto_message_id) values ($1, $2)', [
    realm?.id,
    messages,
  ])
}

async function searchKinds(place: Place): Promise<SearchKind[]> {
  const [ids] = await query<{ channel: string; sender: string }>(
    place,
    `select (select id from bulk_channel where n = 3) as channel, (select id from bulk_person where n = 7) as sender`,
  )
  const narrow = (words: string, ...more: unknown[]) => ({
    narrow: JSON.stringify([...more, ['search', words]]),
  })
  const word = (from: number, count: number, k: number) => vocabulary[from + (k % count)] ?? ''
  const frequent = (k: number) => word(0, 20, k)
  const rare = (k: number) => word(3_500, 400, k)
  const typo = (text: string) => `${text.slice(0, 3)}x${text.slice(3)}`
  const inChannel = { operator: 'channel', operand: Number(ids?.channel) }
  const fromSender = { operator: 'sender', operand: Number(ids?.sender) }
  const ranked = { search_order: 'relevance' }
  return [
    { what: 'a frequent word', params: (k) => narrow(`${frequent(k)}!`) },
    { what: 'a rare word', params: (k) => narrow(`${rare(k)}!`) },
    { what: 'two words', params: () => narrow(`${searched.join(' ')}!`) },
    { what: 'two frequent words', params: (k) => narrow(`${frequent(k)} ${word(30, 20, k)}!`) },
    { what: 'a beginning of four letters', params: (k) => narrow(rare(k).slice(0, 4)) },
    { what: 'a phrase', params: (k) => narrow(`"${frequent(k)} ${frequent(k + 1)}"`) },
    // This word ends a message, so that none has the phrase, but thousands have both words.
    { what: 'a phrase without a result', params: (k) => narrow(`"${searched[0]} ${frequent(k)}"`) },
    { what: 'a word in a channel', params: (k) => narrow(`${rare(k)}!`, inChannel) },
    { what: 'a word of a sender', params: (k) => narrow(`${rare(k)}!`, fromSender) },
    { what: 'a typo, similar words', params: (k) => ({ ...narrow(typo(rare(k))), search_words: 'similar' }) },
    { what: 'a word, also in files', params: (k) => ({ ...narrow(`${rare(k)}!`), search_files: 'true' }) },
    { what: 'no result', params: (k) => narrow(`${rare(k)} absentword${k}`) },
    { what: 'a frequent word by relevance', params: (k) => ({ ...narrow(`${frequent(k)}!`), ...ranked }) },
    { what: 'two words by relevance', params: () => ({ ...narrow(`${searched.join(' ')}!`), ...ranked }) },
    { what: 'a rare word by relevance', params: (k) => ({ ...narrow(`${rare(k)}!`), ...ranked }) },
  ]
}

async function measureAll(place: Place, kinds: readonly SearchKind[]): Promise<Measured[]> {
  const server = await startServerProcess(place.dataDir)
  const sending = { isOver: false }
  const sends = sendSteadily(server, sending)
  try {
    const results: Measured[] = []
    for (const kind of kinds) {
      const before = await cpuTime(server, place.dataDir)
      const { times } = await hammer(server, kind)
      const cpu = ((await cpuTime(server, place.dataDir)) - before) / times.length
      const result = { count: times.length, times, cpu, load: loadavg()[0] ?? 0 }
      console.error(`  ${kind.what}: ${result.count} searches, ${textOf(result)}`)
      results.push(result)
    }
    return results
  } finally {
    sending.isOver = true
    const times = await sends
    console.error(`  sends: 95% ${quantile(times, 0.95).toFixed(0)} ms of ${times.length}`)
    await server.stop()
  }
}

async function hammer({ port }: ServerProcess, { what, params }: SearchKind): Promise<{ times: number[] }> {
  const times: number[] = []
  const started = performance.now()
  const search = async (n: number) => {
    const client = await RawClient.open(port)
    for (let k = n; performance.now() < started + kindMs; k += connections) {
      const request = requestBytes('GET', '/api/v1/messages', loginOf(n + 1), {
        anchor: 'newest',
        num_before: '30',
        num_after: '0',
        ...params(k),
      })
      const sent = performance.now()
      const reply = (await client.request(request)).toString()
      times.push(performance.now() - sent)
      if (!reply.includes('"result":"success"')) throw new Error(`${what}: ${reply.slice(0, 500)}`)
    }
    client.close()
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => search(n)))
  return { times }
}

/** Sends a few messages a second until it is over. */
async function sendSteadily({ port }: ServerProcess, state: { isOver: boolean }): Promise<number[]> {
  const client = await RawClient.open(port)
  const times: number[] = []
  for (let k = 0; !state.isOver; k++) {
    const content = `${vocabulary[k % 50]} ${vocabulary[(k * 7) % 4_000]} ${searched[k % 2]}`
    const to = `channel ${1 + (k % 100)}`
    const request = requestBytes('POST', '/api/v1/messages', loginOf(20), {
      type: 'channel',
      to,
      topic: 'meanwhile',
      content,
    })
    const sent = performance.now()
    const reply = (await client.request(request)).toString()
    times.push(performance.now() - sent)
    if (!reply.includes('"result":"success"')) throw new Error(`send: ${reply.slice(0, 500)}`)
    await sleep(1_000 / sendsPerSecond)
  }
  client.close()
  return times
}
