import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, useCluster } from '@loquat/server/db/embedded/cluster.ts'
import pg from 'pg'

export interface Place {
  dataDir: string
  /** The server's PostgreSQL, joined from this process. */
  cluster: Cluster
  remove(): Promise<void>
}

/** A temporary data folder with a durable PostgreSQL in it. */
export const temporaryPlace = async (): Promise<Place> =>
  await placeIn(await mkdtemp(join(tmpdir(), 'loquat-bench-')), false)

/** A data folder that stays when the benchmark ends, so that the next run need not fill it. */
export const keptPlace = async (dataDir: string): Promise<Place> => await placeIn(dataDir, true)

async function placeIn(dataDir: string, isKept: boolean): Promise<Place> {
  const cluster = await useCluster(dataDir)
  // A server that stops leaves PostgreSQL running while another client is connected.
  const connected = new pg.Client(cluster.connection('postgres'))
  connected.on('error', () => {})
  await connected.connect()
  const remove = async () => {
    await connected.end()
    await cluster.release()
    if (!isKept) await rm(dataDir, { recursive: true, force: true })
  }
  return { dataDir, cluster, remove }
}
