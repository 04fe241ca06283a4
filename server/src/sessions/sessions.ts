import type { IncomingHttpHeaders } from 'node:http'
import { apiError, roles } from '@loquat/contract'
import type { Database } from '../db/database.ts'
import type { User } from '../directory/directory.ts'
import { isAllowedAddress, sessionLimitsOf } from '../directory/sign-in-policy.ts'
import type { Tx } from '../events/transaction.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { hashOfKey, randomKey, type Signer } from '../platform/signer.ts'
import type { Realm } from '../realms/realm.ts'
import { cookie, cookieNames, firstLoginCookie, readCookie, sharedCookie } from './cookies.ts'
import { rememberOrganization } from './organizations.ts'
import { insertSession, recordUse, sessionByHash } from './store.ts'

/** Precision of the last use shown in the list of sessions. */
const lastUsePrecisionMs = 300_000
/** With a limit on idle time, uses are recorded more often. Sessions end this much later, so that no recent use is missed. */
export const idlePrecisionMs = 60_000

/** The parts of the app that sessions need. */
export interface SessionServices {
  config: Config
  clock: Clock
  database: Database
  signer: Signer
  sessions: SessionCache
}

export interface Session {
  id: number
  userId: number
  expiresAt: number
  /** `sessionEndings` of the directory when the session was read. While they are equal, the session has not ended. */
  endings: number
}

interface CachedSession extends Session {
  /** Sessions move with their user to an organization that takes the place of another. */
  realmId: number
  createdAt: number
  lastUseRecordedAt: number
}

/** Matches no count, so the session is read again with the next request. */
const unknownEndings = -1

/** Recently used sessions. When a session ends in any process, the log invalidates its entry here. */
export class SessionCache {
  readonly #cached = new Map<string, CachedSession>()

  /** The session of a key, if it has not ended and is within the limits of the organization. `isUse` postpones the end of an idle one. */
  async find(app: SessionServices, realm: Realm, key: string, isUse: boolean): Promise<Session | undefined> {
    const hash = hashOfKey(key)
    const now = app.clock.now()
    let known = this.#cached.get(hash)
    const isCurrent =
      known?.realmId === realm.id && known.endings === realm.directory.sessionEndings(known.userId)
    // Another process may have recorded a later use.
    if (known === undefined || !isCurrent || isOver(realm, known, now)) {
      this.#cached.delete(hash)
      known = await read(app, realm, hash)
      if (known === undefined || isOver(realm, known, now)) return undefined
      if (this.#cached.size >= maxCachedSessions) this.#cached.clear()
      this.#cached.set(hash, known)
    }
    const precision = limitsOf(realm, known).idleMs === undefined ? lastUsePrecisionMs : idlePrecisionMs
    if (isUse && now - known.lastUseRecordedAt > precision) {
      known.lastUseRecordedAt = now
      void recordUse(app.database.db, known.id, new Date(now)).catch(() => {})
    }
    return known
  }
}

const limitsOf = ({ directory }: Realm, { userId }: CachedSession) =>
  sessionLimitsOf(directory, directory.users.get(userId)?.role ?? roles.guest)

/** Decided by the current role and policy, not by those of the login. */
function isOver(realm: Realm, session: CachedSession, now: number): boolean {
  const { lifetimeMs, idleMs } = limitsOf(realm, session)
  return (
    session.expiresAt <= now ||
    session.createdAt + lifetimeMs <= now ||
    (idleMs !== undefined && session.lastUseRecordedAt + idleMs + idlePrecisionMs <= now)
  )
}

const maxCachedSessions = 100_000

async function read(app: SessionServices, realm: Realm, hash: string): Promise<CachedSession | undefined> {
  const { directory } = realm
  const before = directory.allSessionEndings
  const row = await sessionByHash(app.database.db, realm.id, hash)
  if (row === undefined) return undefined
  // A session that ended while it was being read must not count as still valid.
  const isCertain = directory.allSessionEndings === before
  return {
    id: row.id,
    realmId: realm.id,
    userId: row.user_id,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
    endings: isCertain ? directory.sessionEndings(row.user_id) : unknownEndings,
    lastUseRecordedAt: row.last_used_at.getTime(),
  }
}

/** The active session of a request, if any. */
export async function sessionOf(
  app: SessionServices,
  realm: Realm,
  headers: IncomingHttpHeaders,
  /** False for requests that a browser makes by itself, such as polls. */
  isUse = true,
): Promise<Session | undefined> {
  const key = readCookie(headers, cookieNames(realm.directory.url).session)
  return key === undefined ? undefined : await app.sessions.find(app, realm, key, isUse)
}

export interface OpenedSession {
  id: number
  csrfToken: string
  /** Set-Cookie headers. */
  cookies: string[]
}

export interface SessionOrigin {
  headers: IncomingHttpHeaders
  address: string
  remember: boolean
  /** Runs in the transaction that creates the session. */
  within?: ((tx: Tx, sessionId: number) => Promise<void>) | undefined
}

/** Creates a session. */
export async function openSession(
  app: SessionServices,
  realm: Realm,
  user: User,
  from: SessionOrigin,
): Promise<OpenedSession> {
  await assertAllowedNetwork(realm, from.address)
  const key = randomKey(32)
  const now = app.clock.now()
  const { lifetimeMs } = sessionLimitsOf(realm.directory, user.role)
  const id = await realm.transact(async (tx) => {
    const userAgent = (from.headers['user-agent'] ?? '').slice(0, 300)
    const sessionId = await insertSession(tx, {
      userId: user.id,
      keyHash: hashOfKey(key),
      userAgent,
      address: from.address,
      createdAt: new Date(now),
      expiresAt: new Date(now + lifetimeMs),
    })
    const target = { type: 'user', id: user.id } as const
    const after = { session_id: sessionId, user_agent: userAgent }
    tx.audit({ kind: 'login.succeeded', target, actorId: user.id, after })
    await from.within?.(tx, sessionId)
    return sessionId
  })
  const { session, csrf, secure } = cookieNames(realm.directory.url)
  const lasting = from.remember ? { seconds: lifetimeMs / 1_000 } : {}
  const csrfToken = app.signer.sign('csrf', key)
  return {
    id,
    csrfToken,
    cookies: [
      cookie(session, key, { secure, ...lasting }),
      cookie(csrf, csrfToken, { secure, forScripts: true, ...lasting }),
      ...sharedComputerCookie(from, secure),
      ...(from.remember ? rememberOrganization(app, realm, from.headers) : []),
    ],
  }
}

/** A login without `remember` marks the computer as shared; one with it removes the mark of an earlier login. */
function sharedComputerCookie(
  from: { headers: IncomingHttpHeaders; remember: boolean },
  secure: boolean,
): string[] {
  if (!from.remember) return [cookie(sharedCookie, '1', { secure, forScripts: true })]
  const isMarked = readCookie(from.headers, sharedCookie) !== undefined
  return isMarked ? [cookie(sharedCookie, '', { secure, forScripts: true, seconds: 0 })] : []
}

/** Set-Cookie headers that delete the session cookies. */
export function clearedCookies(realm: Realm): string[] {
  const { session, csrf, secure } = cookieNames(realm.directory.url)
  return [
    cookie(session, '', { secure, seconds: 0 }),
    cookie(csrf, '', { secure, forScripts: true, seconds: 0 }),
    cookie(firstLoginCookie, '', { secure, forScripts: true, seconds: 0 }),
  ]
}

/** Invalidates cached sessions of these users in every process. */
export function publishSessionEndings(tx: Tx, userIds: number[]): void {
  tx.publish({ type: 'refresh' }, { users: [] }, { sessions: userIds })
}

/** Accounts of an organization with allowed networks can be used only from there. */
export async function assertAllowedNetwork(realm: Realm, address: string): Promise<void> {
  if (isAllowedAddress(realm.directory, address)) return
  await realm.decideFresh(() => {
    if (!isAllowedAddress(realm.directory, address)) throw apiError('network-denied', { address })
  })
}

/**
 * Protects against cross-site request forgery: only our own pages can read the token, and browsers send the origin of
 * a request.
 */
export function assertOwnPage(app: SessionServices, realm: Realm, headers: IncomingHttpHeaders): void {
  assertOwnOrigin(headers)
  const key = readCookie(headers, cookieNames(realm.directory.url).session) ?? ''
  const token = headers['x-csrf-token'] ?? headers['x-csrftoken']
  if (typeof token !== 'string') throw apiError('csrf-token-missing', {}, { reason: 'token missing' })
  if (!app.signer.isSigned('csrf', key, token)) {
    throw apiError('csrf-token-invalid', {}, { reason: 'token incorrect' })
  }
}

export function assertOwnOrigin({ origin, host, ...others }: IncomingHttpHeaders): void {
  if (origin === undefined || others['sec-fetch-site'] === 'same-origin') return
  if (URL.canParse(origin) && new URL(origin).host === host) return
  throw apiError('csrf-origin-foreign', {}, { reason: 'origin incorrect' })
}
