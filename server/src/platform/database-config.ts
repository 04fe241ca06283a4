import { parseDatabaseUrl } from './database-url.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface DatabaseConfig {
  /** If unset, the embedded PostgreSQL in the data folder is used. */
  databaseUrl: string | undefined
  /** Streaming replicas that requests may read from. */
  readDatabaseUrls: string[]
  /** PostgreSQL cancels statements of requests that take longer. */
  databaseTimeoutMs: number
  /** Maximum number of connections per process. If unset, its share of PostgreSQL's limit. */
  databaseConnections: number | undefined
  /** Prepares frequent statements. */
  preparedStatements: boolean
}

export function databaseConfigFrom(env: Env, problems: string[]): DatabaseConfig {
  const databaseUrl = env.DATABASE_URL?.trim() || undefined
  try {
    if (databaseUrl !== undefined) parseDatabaseUrl(databaseUrl)
  } catch (error) {
    problems.push((error as Error).message)
  }
  const readDatabaseUrls = replicaUrls(env.LOQUAT_READ_DATABASE_URLS, problems)
  if (readDatabaseUrls.length > 0 && databaseUrl === undefined) {
    problems.push('LOQUAT_READ_DATABASE_URLS needs DATABASE_URL: the embedded database has no replicas.')
  }
  const number = (name: string, least: number, most: number): number | undefined => {
    const text = env[name]?.trim()
    if (text === undefined || text === '') return undefined
    const value = Number(text)
    if (Number.isInteger(value) && value >= least && value <= most) return value
    problems.push(`${name} must be a whole number from ${least} to ${most}, not "${text}".`)
    return undefined
  }
  const preparing = env.LOQUAT_PREPARED_STATEMENTS?.trim() || 'on'
  if (preparing !== 'on' && preparing !== 'off') {
    problems.push(`LOQUAT_PREPARED_STATEMENTS must be "on" or "off", not "${preparing}".`)
  }
  return {
    databaseUrl,
    readDatabaseUrls,
    databaseTimeoutMs: 1_000 * (number('LOQUAT_DATABASE_TIMEOUT_SECONDS', 1, 600) ?? 10),
    databaseConnections: number('LOQUAT_DATABASE_CONNECTIONS', 8, 1_000),
    preparedStatements: preparing === 'on',
  }
}

const maxReplicas = 16

/** Each URL must lead to one server, because each is asked how far it has replayed. */
function replicaUrls(text = '', problems: string[]): string[] {
  const urls = text
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  const isUrl = (url: string) => /^postgres(ql)?:\/\//.test(url) && URL.canParse(url)
  if (!urls.every(isUrl)) {
    problems.push(
      'LOQUAT_READ_DATABASE_URLS must list addresses like postgres://user@replica:5432/database, separated by commas, with one host each.',
    )
  }
  if (urls.length > maxReplicas)
    problems.push(`LOQUAT_READ_DATABASE_URLS can name at most ${maxReplicas} replicas.`)
  return urls
}
