import { openDatabase } from '@loquat/server/db/database.ts'
import { loadDirectory } from '@loquat/server/directory/load.ts'
import { snapshot } from '@loquat/server/events/follower.ts'
import { findRealm } from '@loquat/server/realms/store.ts'

/** Loads the directory of the main organization once, and prints what it takes: `directory-load.ts CONNECTION`. */
export interface LoadedDirectory {
  /** Size on the heap and in typed arrays. */
  bytes: number
  milliseconds: number
  cpuMilliseconds: number
  subscriptions: number
}

const database = openDatabase(JSON.parse(process.argv[2] ?? '{}'), {
  sizes: { requests: 1, follow: 1, background: 1, jobs: 1 },
  timeoutMs: 60_000,
  preparedStatements: true,
  onError: (error) => console.error(error),
})
const { id } = (await findRealm(database.db, '')) ?? { id: 0 }
await snapshot(database.db, async (db) => await findRealm(db, ''))

const before = usedBytes()
const cpuBefore = process.cpuUsage()
const startedAt = performance.now()
const directory = await snapshot(database.db, (db) => loadDirectory(db, id))
const milliseconds = performance.now() - startedAt
const cpu = process.cpuUsage(cpuBefore)
const bytes = usedBytes() - before
let subscriptions = 0
for (const { subscribers } of directory.channels.values()) subscriptions += subscribers.size
const loaded: LoadedDirectory = {
  bytes,
  milliseconds,
  cpuMilliseconds: (cpu.user + cpu.system) / 1_000,
  subscriptions,
}
console.log(JSON.stringify(loaded))
await database.close()

/** In use, without garbage. */
function usedBytes(): number {
  for (let n = 0; n < 3; n++) globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
