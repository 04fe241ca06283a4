import { parseDatabaseUrl } from './database-url.ts'

type Env = Readonly<Record<string, string | undefined>>

export interface DatabaseConfig {
  /** If unset, the embedded PostgreSQL in the data folder is used. */
  databaseUrl: string | undefined
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
    databaseTimeoutMs: 1_000 * (number('LOQUAT_DATABASE_TIMEOUT_SECONDS', 1, 600) ?? 10),
    databaseConnections: number('LOQUAT_DATABASE_CONNECTIONS', 8, 1_000),
    preparedStatements: preparing === 'on',
  }
}
