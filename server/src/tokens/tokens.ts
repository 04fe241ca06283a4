import type { BlockList } from 'node:net'
import { allScopes, type Scope, withIncludedScopes } from '@loquat/contract'
import type { Database } from '../db/database.ts'
import type { TokenCredential } from '../events/credential.ts'
import type { Tx } from '../events/transaction.ts'
import type { Clock } from '../platform/clock.ts'
import { networksOfTexts } from '../platform/networks.ts'
import { hashOfKey, randomKey } from '../platform/signer.ts'
import type { Realm } from '../realms/realm.ts'
import { recordTokenUse, tokenByHash } from './store.ts'

/** Precision of the last use shown in the list of tokens: requests write it at most this often. */
const lastUsePrecisionMs = 60_000

/** The beginnings of tokens by kind, by which scanners of repositories and logs recognize them. */
const prefixes = { api: 'lqt_', webhook: 'lqw_', app: 'lqa_' } as const satisfies Record<
  TokenCredential['kind'],
  string
>
export type TokenKind = TokenCredential['kind']

const secretLength = 40
/** Letters of the secret that are shown in lists. The other 36 have 180 random bits. */
const shownLetters = 4
const tokenForm = /^lq[twa]_[a-z2-7]{40}$/

/** Whether a text can be a token. API keys have no underscore. */
export const isToken = (text: string): boolean => tokenForm.test(text)

export interface NewSecret {
  secret: string
  hash: string
  /** The beginning, for lists. */
  start: string
}

export function newSecret(kind: TokenKind): NewSecret {
  const secret = `${prefixes[kind]}${randomKey(secretLength)}`
  return { secret, hash: hashOfKey(secret), start: secret.slice(0, prefixes[kind].length + shownLetters) }
}

/** A token as requests are checked against it. */
export interface TokenGrant extends TokenCredential {
  readonly id: number
  readonly realmId: number
  readonly userId: number
  /** All scopes that it includes; undefined for everything that its user can do. */
  readonly scopes: ReadonlySet<Scope> | undefined
  /** Undefined for no limit. */
  readonly channels: ReadonlySet<number> | undefined
  /** The topic that a webhook posts to. */
  readonly topic: string | undefined
  readonly addresses: BlockList | undefined
  lastUseRecordedAt: number
}

interface TokenServices {
  clock: Clock
  database: Database
}

/** Matches no count, so the token is read again with the next request. */
const unknownEndings = -1
const maxCachedTokens = 50_000

/** Recently used tokens. When a token is revoked in any process, the log invalidates its entry here. */
export class TokenCache {
  readonly #cached = new Map<string, TokenGrant>()

  /** The token if it is in memory and has certainly not been revoked. */
  recall(realm: Realm, keyHash: string): TokenGrant | undefined {
    const known = this.#cached.get(keyHash)
    if (known?.realmId !== realm.id || known.endings !== realm.directory.tokenEndings(known.userId)) {
      return undefined
    }
    return known
  }

  async find(app: TokenServices, realm: Realm, keyHash: string): Promise<TokenGrant | undefined> {
    const known = this.recall(realm, keyHash)
    if (known !== undefined) return known
    this.#cached.delete(keyHash)
    const read = await readToken(app, realm, keyHash)
    if (read === undefined) return undefined
    if (this.#cached.size >= maxCachedTokens) this.#cached.clear()
    this.#cached.set(keyHash, read)
    return read
  }
}

async function readToken(app: TokenServices, realm: Realm, keyHash: string): Promise<TokenGrant | undefined> {
  const { directory } = realm
  const before = directory.allTokenEndings
  const row = await tokenByHash(app.database.db, realm.id, keyHash)
  if (row === undefined) return undefined
  // A token that was revoked while it was being read must not count as still valid.
  const isCertain = directory.allTokenEndings === before
  return {
    id: row.id,
    realmId: realm.id,
    userId: row.user_id,
    kind: row.kind as TokenKind,
    scopes: scopesOf(row.scopes as Scope[] | null, row.read_only),
    channels: row.channel_ids === null ? undefined : new Set(row.channel_ids),
    topic: row.topic ?? undefined,
    addresses: row.addresses === null ? undefined : networksOfTexts(row.addresses),
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at?.getTime() ?? Number.POSITIVE_INFINITY,
    endings: isCertain ? directory.tokenEndings(row.user_id) : unknownEndings,
    lastUseRecordedAt: row.last_used_at?.getTime() ?? 0,
  }
}

function scopesOf(held: Scope[] | null, readOnly: boolean): ReadonlySet<Scope> | undefined {
  if (held === null && !readOnly) return undefined
  const all = held === null ? allScopes : [...withIncludedScopes(held)]
  return new Set(readOnly ? all.filter((scope) => scope.endsWith(':read')) : all)
}

/** Records that a token was used, at most once a minute. */
export function noteUse({ clock, database }: TokenServices, token: TokenGrant): void {
  const now = clock.now()
  if (now - token.lastUseRecordedAt <= lastUsePrecisionMs) return
  token.lastUseRecordedAt = now
  const unlessSince = new Date(now - lastUsePrecisionMs)
  // Not awaited: a request must not fail because this does.
  void recordTokenUse(database.db, token.id, new Date(now), unlessSince).catch(() => {})
}

/** Invalidates cached tokens of these users in every process, and ends their polls and streams. */
export function publishTokenEndings(tx: Tx, userIds: number[]): void {
  tx.publish({ type: 'refresh' }, { users: [] }, { tokens: userIds })
}
