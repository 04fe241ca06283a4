import { parseArgs } from 'node:util'
import { measureChaos } from './chaos.ts'
import { Cluster, type DatabaseRoute } from './cluster.ts'

/** `npm run cluster`: a highly available installation on one machine, until Ctrl-C. `-- chaos --minutes N`: with faults. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '3' },
    clients: { type: 'string', default: '100' },
    database: { type: 'string', default: 'haproxy' },
    only: { type: 'string', default: '' },
  },
})
const wantsChaos = positionals[0] === 'chaos'
const minutes = Number(values.minutes)
const clients = Number(values.clients)
const isValid =
  ['haproxy', 'hosts'].includes(values.database) &&
  minutes > 0 &&
  Number.isInteger(clients) &&
  clients > 0 &&
  (positionals.length === 0 || (positionals.length === 1 && wantsChaos))
if (!isValid) {
  console.error(
    'npm run cluster [-- [chaos --minutes N --clients N --only FAULT] --database haproxy|hosts]\n' +
      'Needs root, network namespaces and: apt-get install etcd-server patroni postgresql-15 haproxy nginx-light nftables',
  )
  process.exit(1)
}

const cluster = new Cluster(values.database as DatabaseRoute)
let stopping: Promise<void> | undefined
const stop = (status: number) => {
  stopping ??= cluster.stop(status !== 0).finally(() => process.exit(status))
  return stopping
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    console.log('Stopping.')
    void stop(0)
  })
}

try {
  if (wantsChaos) await measureChaos(cluster, { minutes, clients, only: values.only })
  else {
    await cluster.start(async () => {})
    for (const line of await cluster.describe()) console.log(line)
    console.log('Ctrl-C stops it all, and deletes it.')
    await new Promise(() => setInterval(() => {}, 60_000))
  }
  await stop(0)
} catch (error) {
  if (stopping === undefined) console.error(error, `\nLogs and data are left in ${cluster.folder}.`)
  await stop(1)
}
