import type { IncomingHttpHeaders } from 'node:http'
import { apiError } from '@loquat/contract'
import type { Database } from '../db/database.ts'
import type { User } from '../directory/directory.ts'
import type { Tx } from '../events/transaction.ts'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { hashOfKey, randomKey, type Signer } from '../platform/signer.ts'
import type { Realm } from '../realms/realm.ts'
import { cookie, cookieNames, readCookie, sharedCookie } from './cookies.ts'
import { rememberOrganization } from './organizations.ts'
import { insertSession, recordUse, sessionByHash } from './store.ts'

const lifetimeSeconds = 14 * 24 * 60 * 60
/** Precision of the last use shown in the list of sessions. */
const lastUsePrecisionSeconds = 300

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
  lastUseRecordedAt: number
}

/** Matches no count, so the session is read again with the next request. */
const unknownEndings = -1

/** Recently used sessions. When a session ends in any process, the log invalidates its entry here. */
export class SessionCache {
  readonly #cached = new Map<string, CachedSession>()

  async find(app: SessionServices, realm: Realm, key: string): Promise<Session | undefined> {
    const hash = hashOfKey(key)
    const now = app.clock.now()
    let known = this.#cached.get(hash)
    if (known?.realmId !== realm.id || known.endings !== realm.directory.sessionEndings(known.userId)) {
      this.#cached.delete(hash)
      known = await read(app, realm, hash)
      if (known === undefined) return undefined
      if (this.#cached.size >= maxCachedSessions) this.#cached.clear()
      this.#cached.set(hash, known)
    }
    if (known.expiresAt <= now) return undefined
    if (now - known.lastUseRecordedAt > lastUsePrecisionSeconds * 1_000) {
      known.lastUseRecordedAt = now
      void recordUse(app.database.db, known.id, new Date(now)).catch(() => {})
    }
    return known
  }
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
): Promise<Session | undefined> {
  const key = readCookie(headers, cookieNames(realm.directory.url).session)
  return key === undefined ? undefined : await app.sessions.find(app, realm, key)
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
  const key = randomKey(32)
  const now = app.clock.now()
  const id = await realm.transact(async (tx) => {
    const userAgent = (from.headers['user-agent'] ?? '').slice(0, 300)
    const sessionId = await insertSession(tx, {
      userId: user.id,
      keyHash: hashOfKey(key),
      userAgent,
      address: from.address,
      createdAt: new Date(now),
      expiresAt: new Date(now + lifetimeSeconds * 1_000),
    })
    const target = { type: 'user', id: user.id } as const
    const after = { session_id: sessionId, user_agent: userAgent }
    tx.audit({ kind: 'login.succeeded', target, actorId: user.id, after })
    await from.within?.(tx, sessionId)
    return sessionId
  })
  const { session, csrf, secure } = cookieNames(realm.directory.url)
  const lasting = from.remember ? { seconds: lifetimeSeconds } : {}
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
  ]
}

/** Invalidates cached sessions of these users in every process. */
export function publishSessionEndings(tx: Tx, userIds: number[]): void {
  tx.publish({ type: 'refresh' }, { users: [] }, { sessions: userIds })
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
