import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { endProcess } from '@loquat/devkit/server-process'
import { onTestFinished } from 'vitest'
import { root } from '../repository.ts'
import { systemPath } from './debian-programs.ts'

export interface ProxyPorts {
  https: number
  http: number
  upstreams: readonly [number, number]
}

export interface ProxyFiles {
  folder: string
  cert: string
  key: string
}

/** A proxy of Debian, and how it is started with our file. */
export interface ProxyProgram {
  name: string
  /** Ends it at once, with its workers. Caddy would wait for idle connections. */
  stopSignal: NodeJS.Signals
  /** The file in `deploy/proxies`. */
  file: string
  /** Replacements for this machine: ports and certificates. The file must contain every replaced text. */
  changes(ports: ProxyPorts, files: ProxyFiles): [string | RegExp, string][]
  /** Puts the changed file in place; returns the arguments and the environment. */
  start(
    config: string,
    ports: ProxyPorts,
    files: ProxyFiles,
  ): { args: string[]; env?: Record<string, string> }
}

export const proxyPrograms: readonly ProxyProgram[] = [
  {
    name: 'nginx',
    stopSignal: 'SIGTERM',
    file: 'nginx.conf',
    changes: ({ https, http, upstreams: [one, two] }, { cert, key }) => [
      ['127.0.0.1:9991', `127.0.0.1:${one}`],
      ['127.0.0.1:9992', `127.0.0.1:${two}`],
      ['listen 80;', `listen 127.0.0.1:${http};`],
      ['listen 443 ssl', `listen 127.0.0.1:${https} ssl`],
      [/server_name .*;/g, 'server_name localhost;'],
      ['/etc/letsencrypt/live/chat.example.com/fullchain.pem', cert],
      ['/etc/letsencrypt/live/chat.example.com/privkey.pem', key],
    ],
    start: (config, _ports, { folder }) => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
        .map((name) => `${name}_temp_path ${folder}/${name};`)
        .join(' ')
      const main = `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${paths} include ${config}; }`
      writeFileSync(join(folder, 'main.conf'), main)
      return { args: ['-p', folder, '-e', 'stderr', '-c', join(folder, 'main.conf')] }
    },
  },
  {
    name: 'haproxy',
    stopSignal: 'SIGTERM',
    file: 'haproxy.cfg',
    changes: ({ https, http, upstreams: [one, two] }, { folder }) => [
      ['127.0.0.1:9991', `127.0.0.1:${one}`],
      ['127.0.0.1:9992', `127.0.0.1:${two}`],
      ['bind :80', `bind 127.0.0.1:${http}`],
      ['bind :443', `bind 127.0.0.1:${https}`],
      ['/etc/haproxy/certs/chat.example.com.pem', join(folder, 'both.pem')],
    ],
    start: (config, _ports, { folder, cert, key }) => {
      writeFileSync(join(folder, 'both.pem'), readFileSync(cert, 'utf8') + readFileSync(key, 'utf8'))
      return { args: ['-db', '-f', config] }
    },
  },
  {
    name: 'caddy',
    stopSignal: 'SIGKILL',
    file: 'Caddyfile',
    // Without Let's Encrypt, and without ports that only root may use.
    changes: ({ http }, { cert, key }) => [
      [/^(?=\{\$LOQUAT_DOMAIN)/m, `{\n\thttp_port ${http}\n\tadmin off\n\tskip_install_trust\n}\n`],
      ['\treverse_proxy', `\ttls ${cert} ${key}\n\treverse_proxy`],
    ],
    start: (config, { https, upstreams }, { folder }) => ({
      args: ['run', '--adapter', 'caddyfile', '--config', config],
      env: {
        LOQUAT_DOMAIN: `localhost:${https}`,
        LOQUAT_UPSTREAMS: upstreams.map((port) => `127.0.0.1:${port}`).join(' '),
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      },
    }),
  },
]

/** Starts a proxy with our file, changed only where the machine differs. Ends with the test. Returns its output. */
export function startProxy(program: ProxyProgram, ports: ProxyPorts, files: ProxyFiles): () => string {
  let text = readFileSync(join(root, 'deploy/proxies', program.file), 'utf8')
  for (const [before, after] of program.changes(ports, files)) {
    const changed = text.replaceAll(
      typeof before === 'string' ? before : new RegExp(before, [...new Set(`${before.flags}g`)].join('')),
      after,
    )
    if (changed === text) throw new Error(`${program.file} has no ${before}`)
    text = changed
  }
  const config = join(files.folder, program.file)
  writeFileSync(config, text)
  const { args, env } = program.start(config, ports, files)
  const child = spawn(program.name, args, {
    env: { PATH: systemPath, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  onTestFinished(() => endProcess(child, program.stopSignal))
  return () => output
}
