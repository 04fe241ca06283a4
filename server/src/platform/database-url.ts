import { accessSync, constants } from 'node:fs'
import { StartError } from './start-error.ts'

export interface DatabaseHost {
  /** A name, an address, or the folder of a socket. */
  host: string
  port: number
}

export interface DatabaseAddress {
  /** For `pg`, which knows one host only. */
  url: string
  /** Servers of which one is the primary. Empty if the URL names a single one. */
  hosts: DatabaseHost[]
}

const maxHosts = 16
const defaultPort = '5432'
const parts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)([^?#]*)(?:\?([^#]*))?/
/** Each of them means the primary here: a server that cannot write is of no use. */
const accepted = ['read-write', 'primary', 'any']

/**
 * Parses `DATABASE_URL`. As for libpq, it can name several hosts: `postgres://user@one:5432,two/db`, or as parameters
 * (`?host=one,two&port=5432`). Throws a sentence for the operator.
 */
export function parseDatabaseUrl(text: string): DatabaseAddress {
  const found = parts.exec(text)
  if (found === null) throw new StartError('DATABASE_URL must start with postgres:// or postgresql://.')
  const [, scheme = '', login = '', authority = '', path = '', query = ''] = found
  const params = new URLSearchParams(query)
  const wanted = params.get('target_session_attrs') ?? 'any'
  if (!accepted.includes(wanted)) {
    throw new StartError(
      `DATABASE_URL has target_session_attrs=${wanted}, but Loquat writes: only ${accepted.join(', ')} are possible.`,
    )
  }
  assertReadable(params)
  const named = params.get('host') ?? ''
  if (!`${authority}${named}`.includes(',')) return { url: text, hosts: [] }
  const hosts = named === '' ? authority.split(',').map(hostOf) : pairs(named, params.get('port') ?? '')
  if (hosts.length > maxHosts) throw new StartError(`DATABASE_URL can name at most ${maxHosts} hosts.`)
  for (const name of ['host', 'port', 'target_session_attrs']) params.delete(name)
  const [{ host, port }] = hosts as [DatabaseHost]
  const first = `${host.includes(':') ? `[${host}]` : encodeURIComponent(host)}:${port}`
  const rest = params.size === 0 ? '' : `?${params}`
  return { url: `${scheme}${login}${first}${path}${rest}`, hosts }
}

const certificateFiles = ['sslrootcert', 'sslcert', 'sslkey']

/** `pg` reads these files when it connects, and its errors do not name the setting. */
function assertReadable(params: URLSearchParams): void {
  for (const name of certificateFiles) {
    const path = params.get(name)
    if (path === null) continue
    try {
      accessSync(path, constants.R_OK)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new StartError(`DATABASE_URL names the file ${path} (${name}), which cannot be read (${code}).`)
    }
  }
}

/** Where the database is, without user and password. */
export function databasePlace(text: string): string {
  const [, , , authority = '', path = '', query = ''] = parts.exec(text) ?? []
  const params = new URLSearchParams(query)
  return [authority, path, params.get('host') ?? '', params.get('port') ?? ''].join(' ')
}

function hostOf(text: string): DatabaseHost {
  const [, bracketed, plain = '', port = defaultPort] =
    /^(?:\[([^\]]*)\]|([^:]*))(?::(\d*))?$/.exec(text) ?? []
  return checked(bracketed ?? decodeURIComponent(plain), port || defaultPort)
}

/** As for libpq: one port for all hosts, or one for each. */
function pairs(hosts: string, ports: string): DatabaseHost[] {
  const names = hosts.split(',')
  const numbers = ports === '' ? [defaultPort] : ports.split(',')
  if (numbers.length > 1 && numbers.length !== names.length)
    throw new StartError('DATABASE_URL must name one port for all hosts, or one for each.')
  return names.map((name, n) =>
    checked(name, (numbers.length === 1 ? numbers[0] : numbers[n]) || defaultPort),
  )
}

function checked(host: string, port: string): DatabaseHost {
  const number = Number(port)
  if (host === '' || !Number.isInteger(number) || number < 1 || number > 65_535)
    throw new StartError('DATABASE_URL must name its hosts as in postgres://user@one:5432,two:5432/database.')
  return { host, port: number }
}
