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
export async function temporaryPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
  const cluster = await useCluster(dataDir)
  // A server that stops leaves PostgreSQL running while another client is connected.
  const connected = new pg.Client(cluster.connection('postgres'))
  connected.on('error', () => {})
  await connected.connect()
  const remove = async () => {
    await connected.end()
    await cluster.release()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { dataDir, cluster, remove }
}
