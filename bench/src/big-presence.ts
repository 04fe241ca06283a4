import type { ServerProcess } from '@loquat/devkit/server-process'
import { BigClient } from './big-client.ts'
import { databaseCpuTime, serverCpuTime } from './cpu-time.ts'
import { loginOf } from './large-data.ts'
import { query } from './people.ts'
import type { Place } from './place.ts'
import { requestBytes } from './raw-client.ts'

/** About as many reports as a process gets within the time in which it stores them together, with 200,000 people online. */
const connections = 8
const reports = 400
/** Changes since the last report, of which the response tells. */
const changes = 1_000

/** Reports of presence while everyone is online: when nobody's state has changed since the last report, and when that of many has. */
export async function measurePresence(
  place: Place,
  server: ServerProcess,
): Promise<{ what: string; measured: string }[]> {
  const clients = await Promise.all(Array.from({ length: connections }, () => BigClient.open(server.port)))
  const report = async (n: number, lastUpdateId: number) => {
    const bytes = requestBytes('POST', '/api/v1/users/me/presence', loginOf(10 + n), {
      status: 'active',
      new_user_input: 'true',
      slim_presence: 'true',
      last_update_id: String(lastUpdateId),
    })
    const { status, size } = await clients[n % connections]!.request(bytes)
    if (status !== 200) throw new Error(`A report of presence was answered with ${status}.`)
    return size
  }
  const measure = async (what: string, lastUpdateId: number, from: number) => {
    const read = async () => [await serverCpuTime(server), await databaseCpuTime(place.dataDir)] as const
    const before = await read()
    const sizes: number[] = []
    await Promise.all(
      clients.map(async (_, at) => {
        for (let n = from + at; n < from + reports; n += connections)
          sizes.push(await report(n, lastUpdateId))
      }),
    )
    const after = await read()
    const ms = (n: 0 | 1) => ((after[n] - before[n]) / reports).toFixed(3)
    const bytes = Math.max(...sizes).toLocaleString('en')
    const measured = `${ms(0)} ms and ${ms(1)} ms of PostgreSQL, at most ${bytes} bytes`
    console.error(`    ${what}: ${measured}`)
    return { what: `CPU time: ${what}`, measured }
  }
  try {
    const few = await measure('presence, few others online', 1, 8 + 2 * reports)
    const first = await lastUpdate(place)
    await bringOnline(place)
    const last = await lastUpdate(place)
    // Reads everybody who came online once.
    await report(0, first)
    return [
      few,
      await measure('presence, everyone online, no changes since the last report', last, 8),
      await measure(
        `presence, everyone online, ${changes} changes`,
        Math.max(1, last - changes),
        8 + reports,
      ),
    ]
  } finally {
    for (const client of clients) client.close()
  }
}

async function lastUpdate(place: Place): Promise<number> {
  const [row] = await query<{ last: string }>(place, 'select last_update_id as last from presence_counter')
  return Number(row?.last)
}

/** Makes every user have reported a minute ago, so that further reports are stored. */
async function bringOnline(place: Place): Promise<void> {
  await query(
    place,
    `insert into presence (user_id, realm_id, last_active, last_connected, update_id)
     select id, realm_id, now() - interval '1 minute', now() - interval '1 minute',
       (select last_update_id from presence_counter) + row_number() over (order by id)
     from account where not is_system_bot
     on conflict (user_id) do update set update_id = excluded.update_id, last_active = excluded.last_active,
       last_connected = excluded.last_connected`,
  )
  await query(
    place,
    `insert into shown_presence (user_id, realm_id, update_id, state, valid_until)
     select user_id, realm_id, update_id, 2, now() + interval '12 hours' from presence
     on conflict (user_id) do update set update_id = excluded.update_id, state = 2, valid_until = excluded.valid_until`,
  )
  await query(place, 'update presence_counter set last_update_id = (select max(update_id) from presence)')
  await query(place, 'vacuum analyze presence')
  await query(place, 'vacuum analyze shown_presence')
}
