import { setTimeout as sleep } from 'node:timers/promises'
import { killAll, postgresPids } from '@loquat/devkit/server-process'
import type { Cluster, ClusterMember, DatabaseNode } from './cluster.ts'
import type { Program } from './program.ts'

const silenceMs = 30_000
/** As long as systemd takes to start a service again, with `RestartSec=1`. */
const restartMs = 1_000

type Repair = () => Promise<void>

export interface Fault {
  name: string
  /** Breaks something. Returns its repair, which begins when everybody can send again. */
  run(cluster: Cluster): Promise<Repair>
}

export const faults: readonly Fault[] = [
  {
    name: 'kill -9 PostgreSQL of the primary',
    run: async (cluster) => {
      killAll(await postgresPids((await primaryOf(cluster)).dataDir))
      return async () => {}
    },
  },
  {
    name: 'kill -9 the primary, with Patroni',
    run: async (cluster) => await killed((await primaryOf(cluster)).program),
  },
  {
    name: 'kill -9 the synchronous standby',
    run: async (cluster) => await killed((await cluster.synchronous()).program),
  },
  {
    name: 'kill -9 a Loquat server',
    run: async ({ servers }) => await restarted(oneOf(servers).program),
  },
  { name: 'kill -9 HAProxy, restarted after 1 s', run: ({ haproxy }) => restarted(haproxy) },
  {
    name: 'kill -9 the leader of etcd',
    run: async (cluster) => killed((await cluster.etcdLeader()).program),
  },
  {
    name: 'SIGSTOP the primary for 30 s',
    run: async (cluster) => {
      const { program } = await primaryOf(cluster)
      await program.signal('SIGSTOP')
      const over = sleep(silenceMs).then(() => program.signal('SIGCONT'))
      return () => over
    },
  },
  {
    // The servers still reach it: it must not acknowledge anything that the next primary does not have.
    name: 'cut the primary off from etcd and the standbys for 30 s',
    run: async (cluster) => {
      const primary = await primaryOf(cluster)
      const others = [...cluster.etcd, ...cluster.nodes].filter((member) => member !== primary)
      return cutOff(cluster, primary, others)
    },
  },
  {
    name: 'cut the primary off from everything for 30 s',
    run: async (cluster) => cutOff(cluster, await primaryOf(cluster)),
  },
  {
    name: 'cut the synchronous standby off from everything for 30 s',
    run: async (cluster) => cutOff(cluster, await cluster.synchronous()),
  },
]

async function killed(program: Program): Promise<Repair> {
  await program.kill()
  return async () => program.start()
}

async function restarted(program: Program): Promise<Repair> {
  await program.kill()
  const over = sleep(restartMs).then(() => program.start())
  return () => over
}

function cutOff({ network }: Cluster, { host }: ClusterMember, others?: readonly ClusterMember[]): Repair {
  network.cut(
    host,
    others?.map((member) => member.host),
  )
  const over = sleep(silenceMs).then(() => network.heal(host))
  return () => over
}

async function primaryOf(cluster: Cluster): Promise<DatabaseNode> {
  return (await cluster.primary()) ?? never()
}

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] ?? never()

function never(): never {
  throw new Error('The cluster is not complete.')
}
