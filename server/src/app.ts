import type { AuditTrail } from './audit/trail.ts'
import type { Database } from './db/database.ts'
import type { Mailer } from './email/mailer.ts'
import type { Wakeups } from './events/wakeups.ts'
import type { Clock } from './platform/clock.ts'
import type { ConcurrencyLimit } from './platform/concurrency-limit.ts'
import type { Config } from './platform/config.ts'
import type { Storage } from './platform/files/storage.ts'
import type { Limits } from './platform/limits.ts'
import type { Logger } from './platform/logger.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import type { PasswordHasher } from './platform/passwords.ts'
import type { RareLog } from './platform/rare-log.ts'
import type { RateLimiter } from './platform/rate-limit.ts'
import type { Sealer } from './platform/sealer.ts'
import type { Signer } from './platform/signer.ts'
import type { Slots } from './platform/slots.ts'
import type { Tracing } from './platform/tracing.ts'
import type { Vapid } from './platform/vapid.ts'
import type { Realms } from './realms/realms.ts'
import type { SessionCache } from './sessions/sessions.ts'
import type { TokenCache } from './tokens/tokens.ts'

/** All services that a request may need. Built once; nothing is global. */
export interface App {
  config: Config
  clock: Clock
  logger: Logger
  /** For warnings that every request would cause while the server is overloaded. */
  overloadLog: RareLog
  metrics: Metrics
  tracing: Tracing | undefined
  limits: Limits
  database: Database
  wakeups: Wakeups
  realms: Realms
  limiter: RateLimiter
  /** Limits expensive reads such as searches. */
  heavyReads: ConcurrencyLimit
  /** Limits register calls, whose responses are large. */
  registrations: ConcurrencyLimit
  mailer: Mailer
  /** Encrypts secrets for the database. */
  sealer: Sealer
  signer: Signer
  /** The audit logs. */
  trail: AuditTrail
  vapid: Vapid
  passwords: PasswordHasher
  sessions: SessionCache
  tokens: TokenCache
  /** Uploaded pictures and files. */
  files: Storage
  /** When this server started, in seconds; lets clients detect a restart. */
  generation: number
  /** State of features. */
  slots: Slots<App>
  close(): Promise<void>
}
