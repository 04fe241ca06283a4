import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import { freePort } from '@loquat/devkit/server-process'
import { S3Storage } from '@loquat/server/platform/files/s3.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bucketKeys, bucketName, startBucket } from './bucket.ts'
import { databaseProxyFile, patroniFile, webProxyFile } from './files.ts'

const yaml = createRequire(import.meta.url)('js-yaml') as { load(text: string): Record<string, unknown> }

describe('The files of the cluster', () => {
  const node = { name: 'two', address: '10.231.7.12', prefix: '10.231.7' }

  it('are those of deploy/, with the addresses of this machine', () => {
    const patroni = yaml.load(patroniFile(node, '/data', '/sockets'))
    expect(patroni).toMatchObject({
      name: 'two',
      restapi: { listen: '10.231.7.12:8008' },
      etcd: { hosts: '10.231.7.21:2379,10.231.7.22:2379,10.231.7.23:2379' },
      postgresql: { listen: '10.231.7.12:5432', data_dir: '/data' },
    })
    const proxies = databaseProxyFile(node.prefix, 6004) + webProxyFile([6005, 6006], 6007, '/folder')
    expect(proxies).toMatch(/server three 10\.231\.7\.13:5432 check port 8008/)
    expect(proxies).toMatch(/server 127\.0\.0\.1:6006 /)
    for (const text of [JSON.stringify(patroni), proxies]) expect(text).not.toMatch(/10\.0\.0\.|ssl|9991/)
  })

  it('give Patroni a lease that outlasts its retries, and synchronous replication', () => {
    const { bootstrap } = yaml.load(patroniFile(node, '/data', '/sockets')) as {
      bootstrap: {
        dcs: Record<'ttl' | 'loop_wait' | 'retry_timeout', number> & { synchronous_mode: boolean }
      }
    }
    const { ttl, loop_wait, retry_timeout, synchronous_mode } = bootstrap.dcs
    expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout)
    expect(synchronous_mode).toBe(true)
  })
})

it('The bucket of the cluster stores files, and rejects wrong signatures', async () => {
  const port = await freePort()
  const bucket = await startBucket(port)
  onTestFinished(bucket.close)
  const config = { endpoint: `http://127.0.0.1:${port}/${bucketName}`, region: 'us-east-1', ...bucketKeys }
  const storage = new S3Storage(config)
  await storage.put('a/b.txt', Buffer.from('figs and plums'), { contentType: 'text/plain' })
  const file = await storage.get('a/b.txt')
  expect(String(await buffer(file!.open({ start: 9, end: 13 })))).toBe('plums')
  const forger = new S3Storage({ ...config, secretAccessKey: 'another secret' })
  await expect(forger.put('a/forged', Buffer.from('x'), { contentType: 'text/plain' })).rejects.toThrow()
  await expect(forger.get('a/b.txt')).rejects.toThrow()
  await storage.delete('a/b.txt')
  expect(await storage.get('a/b.txt')).toBeUndefined()
  expect(bucket.refused()).toBeGreaterThanOrEqual(2)
})
