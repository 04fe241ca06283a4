import { eventually } from '@loquat/devkit'
import { dataFolder } from '@loquat/devkit/data-folder'
import type { ServerProcess } from '@loquat/devkit/server-process'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { connectionFor } from '../db/connection.ts'
import { releaseOf, schemaVersion } from '../db/migrations/releases.ts'
import { Balancer } from './testing/balancer.ts'
import { ownerClient } from './testing/plain-client.ts'
import { previousProgram, previousVersion } from './testing/previous-release.ts'
import { Traffic } from './testing/traffic.ts'

const timeoutMs = 300_000

/** The version whose schema the database has. */
async function schemaOf(dataDir: string): Promise<string | undefined> {
  const connection = await connectionFor({ dataDir, databaseUrl: undefined })
  const client = new pg.Client(connection.config)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select max(name) as name from kysely_migration')
  await client.end()
  return releaseOf(rows[0]?.name ?? '')?.version
}

it(`replaces two servers of ${previousVersion} one by one without a failed request or a lost event`, {
  timeout: timeoutMs,
}, async () => {
  const program = previousProgram()
  const { start, dataDir } = await dataFolder('empty')
  const old = [await start({ program }), await start({ program })] as const
  const balancer = new Balancer()
  onTestFinished(() => balancer.close())
  const url = await balancer.listen()
  for (const server of old) await balancer.add(server)
  expect(await schemaOf(dataDir)).toBe(previousVersion)

  const client = await ownerClient(url)
  const traffic = await Traffic.start(client)
  /** Until every given server has answered many more requests. */
  const busy = async (...servers: ServerProcess[]) => {
    const goals = servers.map((server) => [server, balancer.countOf(server) + 100] as const)
    await eventually(() => {
      for (const [server, goal] of goals) expect(balancer.countOf(server)).toBeGreaterThan(goal)
    })
  }
  await busy(...old)

  const running: ServerProcess[] = [...old]
  for (const server of old) {
    const next = await start()
    // Also the version before serves from the new schema.
    expect(await schemaOf(dataDir)).toBe(schemaVersion)
    await balancer.add(next)
    await busy(...running, next)
    await balancer.remove(server)
    await server.stop()
    running.splice(running.indexOf(server), 1)
    running.push(next)
    await busy(...running)
  }

  const { lost, repeated } = await traffic.end()
  console.log(
    `${previousVersion} to ${schemaVersion}: ${JSON.stringify({ ...client.succeeded, failed: client.failures.length, lost })}`,
  )
  expect(client.failures).toEqual([])
  expect({ lost, repeated }).toEqual({ lost: 0, repeated: 0 })
})
