import { resolve } from 'node:path'

export interface Config {
  host: string
  port: number
  /** Unset: the embedded PostgreSQL in the data folder. */
  databaseUrl: string | undefined
  dataDir: string
  /** The first owner, created on the first start. Without a password one is made up and printed once. */
  owner: { email: string; password: string | undefined }
  organization: string
  /** The public address, without a trailing slash. */
  url: string
  rateLimits: boolean
  webPublicChannels: boolean
  logLevel: string
  /** Checks every reply and event against the contract. On in tests. */
  checkReplies: boolean
}

export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Env = Readonly<Record<string, string | undefined>>

/** The only reader of the environment. Reports every problem at once. */
export function configFrom(env: Env): Config {
  const problems: string[] = []

  const word = (name: string, fallback: string) => env[name]?.trim() || fallback
  const choice = (name: string, yes: string, no: string, fallback: boolean) => {
    const value = word(name, fallback ? yes : no)
    if (value !== yes && value !== no) problems.push(`${name} must be "${yes}" or "${no}", not "${value}".`)
    return value === yes
  }

  const host = word('HOST', '127.0.0.1')
  const port = Number(word('PORT', '9991'))
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push(`PORT must be a number from 0 to 65535, not "${env.PORT}".`)
  }

  const databaseUrl = env.DATABASE_URL?.trim() || undefined
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    problems.push('DATABASE_URL must start with postgres:// or postgresql://.')
  }

  const email = word('LOQUAT_OWNER_EMAIL', 'owner@example.com')
  if (!/^[^\s@]+@[^\s@]+$/.test(email))
    problems.push(`LOQUAT_OWNER_EMAIL is not an email address: "${email}".`)

  const shownHost = host === '0.0.0.0' || host === '::' || host === '127.0.0.1' ? 'localhost' : host
  const url = word('LOQUAT_URL', `http://${shownHost}:${port}`).replace(/\/+$/, '')
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    problems.push(`LOQUAT_URL must be an http or https address, not "${url}".`)
  }

  const logLevel = word('LOQUAT_LOG_LEVEL', 'info')
  if (!logLevels.includes(logLevel)) {
    problems.push(`LOQUAT_LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${logLevel}".`)
  }

  const config: Config = {
    host,
    port,
    databaseUrl,
    dataDir: resolve(word('LOQUAT_DATA_DIR', './data')),
    owner: { email, password: env.LOQUAT_OWNER_PASSWORD || undefined },
    organization: word('LOQUAT_ORGANIZATION', 'Loquat'),
    url,
    rateLimits: choice('LOQUAT_RATE_LIMITS', 'on', 'off', true),
    webPublicChannels: choice('WEB_PUBLIC_STREAMS_ENABLED', 'true', 'false', true),
    logLevel,
    checkReplies: false,
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}
