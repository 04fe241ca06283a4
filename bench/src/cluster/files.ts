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

/** A database node, and the addresses of the network that it is in. */
export interface NodeAddress {
  name: string
  address: string
  /** Stands for `10.0.0` of the files in `deploy/`. */
  prefix: string
}

/** The file of a database node on this machine. */
export const patroniFile = ({ name, address, prefix }: NodeAddress, dataDir: string, sockets: string) =>
  deployFile('high-availability/patroni.yaml', [
    ['name: one', `name: ${name}`],
    ['10.0.0.11', address],
    ['10.0.0.', `${prefix}.`],
    ['/var/lib/postgresql/15/loquat', dataDir],
    ['  bin_dir:', `  parameters:\n    unix_socket_directories: ${sockets}\n  bin_dir:`],
  ])

/** HAProxy in front of the nodes. */
export const databaseProxyFile = (prefix: string, port: number) =>
  deployFile('high-availability/haproxy.cfg', [
    ['127.0.0.1:5000', `127.0.0.1:${port}`],
    ['10.0.0.', `${prefix}.`],
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
