import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')

/** A file of `deploy/`, with replacements for this machine. It must contain every replaced text. */
export function deployFile(path: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  let text = readFileSync(join(root, 'deploy', path), 'utf8')
  for (const [before, after] of changes) {
    if (text.split(before).length === 1) throw new Error(`deploy/${path} has no ${before}`)
    text = text.replaceAll(before, after)
  }
  return text
}

export interface NodePorts {
  name: string
  postgres: number
  api: number
}

/** The file of a database node on this machine. */
export const patroniFile = (node: NodePorts, etcd: number, dataDir: string, sockets: string) =>
  deployFile('high-availability/patroni.yaml', [
    ['name: one', `name: ${node.name}`],
    ['10.0.0.11:8008', `127.0.0.1:${node.api}`],
    ['10.0.0.21:2379,10.0.0.22:2379,10.0.0.23:2379', `127.0.0.1:${etcd}`],
    ['10.0.0.0/24', '127.0.0.0/8'],
    ['10.0.0.11:5432', `127.0.0.1:${node.postgres}`],
    ['/var/lib/postgresql/15/loquat', dataDir],
    ['        wal_keep_size', `        unix_socket_directories: ${sockets}\n        wal_keep_size`],
  ])

/** HAProxy in front of the nodes. */
export const databaseProxyFile = (nodes: readonly NodePorts[], port: number) =>
  deployFile('high-availability/haproxy.cfg', [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    ...nodes.map(
      ({ postgres, api }, n) =>
        [`10.0.0.1${n + 1}:5432 check port 8008`, `127.0.0.1:${postgres} check port ${api}`] as const,
    ),
  ])

/** nginx in front of the servers, without TLS. */
export function webProxyFile(servers: readonly number[], port: number, folder: string): string {
  const upstreams = servers
    .map((one) => `    server 127.0.0.1:${one} max_fails=2 fail_timeout=2s;\n`)
    .join('')
  const site = deployFile('proxies/nginx.conf', [
    [/server \{\n {4}listen 80;[^}]*\}\n/g, ''],
    [/ {4}server 127\.0\.0\.1:9991 .*\n {4}server 127\.0\.0\.1:9992 .*\n/g, upstreams],
    ['listen 443 ssl http2', `listen 127.0.0.1:${port} backlog=4096`],
    [/ {4}ssl_.*\n/g, ''],
    [/server_name .*;/g, 'server_name localhost;'],
  ])
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  const settings = `daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr;`
  return `${settings} events { worker_connections 4096; } http { access_log off; ${paths}\n${site}}\n`
}
