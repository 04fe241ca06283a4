import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const people = 200
const channels = 40
const perDay = 500
const start = 1_577_836_800
const words =
  'the plums in row seven are ripe and the ladder is by the shed so come early before it rains on them'.split(
    ' ',
  )

/** An unpacked export with many messages: every fifth in a thread, some with markup, mentions, links and reactions. */
export async function writeLargeWorkspace(folder: string, messages: number): Promise<void> {
  const users = Array.from({ length: people }, (_, n) => ({
    id: `U${n}`,
    name: `user${n}`,
    is_owner: n === 0,
    profile: { real_name: `Picker ${n}`, email: `p${n}@acme.example` },
  }))
  const lists = Array.from({ length: channels }, (_, n) => ({
    id: `C${n}`,
    name: `row-${n}`,
    created: start,
    members: users.map(({ id }) => id),
  }))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'users.json'), JSON.stringify(users))
  await writeFile(join(folder, 'channels.json'), JSON.stringify(lists))
  for (const { name } of lists) await mkdir(join(folder, name), { recursive: true })
  for (let day = 0, first = 0; first < messages; day++, first += perDay) {
    const date = new Date((start + day * 8_640) * 1_000).toISOString().slice(0, 10)
    const file = createWriteStream(join(folder, lists[day % channels]!.name, `${date}-${day}.json`))
    const count = Math.min(perDay, messages - first)
    file.end(JSON.stringify(Array.from({ length: count }, (_, n) => messageOf(first + n, n))))
    await once(file, 'close')
  }
}

function messageOf(number: number, ofDay: number): object {
  const ts = (n: number) => `${start + n * 17}.${String(n % 1_000_000).padStart(6, '0')}`
  const text = Array.from(
    { length: 6 + (number % 13) },
    (_, at) => words[(number * 7 + at * 3) % words.length],
  ).join(' ')
  const isReply = ofDay % 5 === 4
  return {
    type: 'message',
    user: `U${(number * 31) % people}`,
    ts: ts(number),
    text:
      number % 4 === 0
        ? `*${text}* <@U${number % people}> see <https://acme.example/${number}|page> :tada:`
        : text,
    ...(isReply
      ? { thread_ts: ts(number - 4) }
      : ofDay % 5 === 0
        ? { thread_ts: ts(number), reply_count: 1 }
        : {}),
    ...(number % 10 === 0 ? { reactions: [{ name: '+1', users: ['U1', 'U2'], count: 2 }] } : {}),
  }
}
