import { execFileSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOutsideTransaction, testConfig } from '@loquat/devkit'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { certificates } from '../http/testing/certificates.ts'
import { connectionFor } from './connection.ts'
import { useCluster } from './embedded/cluster.ts'
import { inspectServer } from './inspect.ts'

/** The port of a cluster is fixed, so it gets an address of its own where there are many. */
const address = process.platform === 'linux' ? `127.${randomInt(1, 255)}.${randomInt(255)}.2` : '127.0.0.1'

/** A PostgreSQL that accepts only TLS over TCP, at `localhost` and a port. */
async function startWithTls() {
  const dataDir = await mkdtemp(join(tmpdir(), 'loquat-tls-'))
  const folder = join(dataDir, 'postgres')
  const files = { ssl_cert_file: join(folder, 'server.crt'), ssl_key_file: join(folder, 'server.key') }
  // Created before it is started with certificates.
  await (await useCluster(dataDir)).release()
  const present = async ({ cert, key }: { cert: string; key: string }) => {
    for (const [path, text] of [
      [files.ssl_cert_file, cert],
      [files.ssl_key_file, key],
    ] as const) {
      await writeFile(path, text, { mode: 0o600 })
      if (process.getuid?.() === 0) execFileSync('chown', [`--reference=${folder}`, path])
    }
  }
  await present(certificates.first)
  const cluster = await useCluster(dataDir, { listen_addresses: address, ssl: 'on', ...files })
  onTestFinished(async () => {
    await cluster.release()
    await rm(dataDir, { recursive: true, force: true })
  })
  await appendFile(join(folder, 'pg_hba.conf'), 'hostssl all all all trust\n')
  const reload = () => runOutsideTransaction(cluster.connection('postgres'), 'select pg_reload_conf()')
  await reload()
  const proxy = createServer((socket) => {
    const other = connect(5432, address)
    socket.on('error', () => other.destroy()).pipe(other)
    other.on('error', () => socket.destroy()).pipe(socket)
  }).listen(0)
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  const { user } = cluster.connection('postgres')
  const ca = async (name: string, cert: string) => {
    const path = join(dataDir, name)
    await writeFile(path, cert)
    return path
  }
  return { port, user, ca, present, reload }
}

describe('TLS to PostgreSQL', () => {
  it('is verified with sslmode=verify-full: another authority or host is refused with a sentence', async () => {
    const { port, user, ca, present, reload } = await startWithTls()
    const inspected = async (options: string, hosts = `localhost:${port}`) => {
      const databaseUrl = `postgres://${user}@${hosts}/postgres?${options}`
      const { config } = await connectionFor(testConfig({ databaseUrl, dataDir: tmpdir() }))
      return { config, facts: await inspectServer(config) }
    }
    const right = `sslmode=verify-full&sslrootcert=${await ca('right.crt', certificates.first.cert)}`
    const wrong = `sslmode=verify-full&sslrootcert=${await ca('wrong.crt', certificates.second.cert)}`
    const { config } = await inspected(right)
    const client = new pg.Client(config)
    await client.connect()
    const { rows } = await client.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()')
    await client.end()
    expect(rows).toEqual([{ ssl: true }])
    // Several hosts are verified each by its own name.
    await inspected(right, `localhost:${port},127.0.0.1:${port}`)

    const refusal = /^PostgreSQL at localhost:\d+ cannot be used: .*certificate.*\. Check DATABASE_URL\.$/
    await expect(inspected(wrong)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(refusal),
    })
    await expect(inspected('sslmode=verify-full')).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(refusal),
    })
    // Without encryption the database itself refuses.
    await expect(inspected('sslmode=disable')).rejects.toMatchObject({ name: 'StartError' })

    await present(certificates.elsewhere)
    await reload()
    const elsewhere = `sslmode=verify-full&sslrootcert=${await ca('elsewhere.crt', certificates.elsewhere.cert)}`
    await expect
      .poll(() =>
        inspected(elsewhere).then(
          () => '',
          (error: Error) => error.message,
        ),
      )
      .toMatch(
        /^PostgreSQL at localhost:\d+ cannot be used: .*certificate.*altnames.*\. Check DATABASE_URL\.$/,
      )
    await expect(inspected(right)).rejects.toMatchObject({ name: 'StartError' })
    await expect(inspected(`sslmode=verify-full&sslrootcert=/nowhere.crt`)).rejects.toMatchObject({
      name: 'StartError',
      message: 'DATABASE_URL names the file /nowhere.crt (sslrootcert), which cannot be read (ENOENT).',
    })
  })
})
