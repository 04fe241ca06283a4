import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { addressBlock } from '../../../platform/address-block.ts'
import { type Allowance, checkRate, type Rule, TooManyRequests } from '../../../platform/rate-limit.ts'
import type { Realm } from '../../../realms/realm.ts'
import { attempts, deleteAttempts, deleteLastAttempt, insertAttempt, lockAttempts } from './attempt-store.ts'

const hourSeconds = 3_600
const daySeconds = 24 * hourSeconds

/**
 * Rate limits. Counted in the database, so that neither a second process nor a restart resets them. Limits
 * per name are much larger than those per name and IP address: one IP address cannot exhaust them, so nobody
 * can lock out an account's owner from another address.
 */
export const attemptRules = {
  /** By name and IP address; cleared by a success. */
  login: [{ count: 5, seconds: hourSeconds / 2 }],
  /** By name, for distributed guesses. Successes do not count. */
  'login as': [
    { count: 100, seconds: hourSeconds / 2 },
    { count: 1_000, seconds: daySeconds },
  ],
  /** By IP address, for guesses at many names. Successes do not count. */
  'login from': [{ count: 100, seconds: hourSeconds / 2 }],
  /** By user and IP address, for codes after the password; cleared by a success. */
  'second factor': [{ count: 5, seconds: hourSeconds / 2 }],
  /** By user, for distributed guesses of somebody who knows the password. Successes do not count. */
  'second factor of': [
    { count: 20, seconds: hourSeconds / 2 },
    { count: 50, seconds: daySeconds },
  ],
  /** By user, for password confirmation while logged in. */
  'confirm password': [{ count: 5, seconds: hourSeconds / 2 }],
  /** By email address and IP address. */
  reset: [
    { count: 2, seconds: hourSeconds },
    { count: 5, seconds: daySeconds },
  ],
  /** By email address, to protect a mailbox from distributed requests. */
  'reset for': [
    { count: 10, seconds: hourSeconds },
    { count: 25, seconds: daySeconds },
  ],
  /** By IP address. */
  'email from': [{ count: 5, seconds: daySeconds }],
  /** By user: emails about their API key. */
  'key email': [{ count: 5, seconds: daySeconds }],
  'email change': [
    { count: 2, seconds: hourSeconds },
    { count: 5, seconds: daySeconds },
  ],
} as const satisfies Record<string, readonly Rule[]>

/** The longest time an attempt counts. */
export const maxWindowSeconds = daySeconds

interface AttemptDelay {
  /** Applies from this number of attempts in a day. */
  from: number
  /** Minimum time between two attempts. */
  seconds: number
}

/** Growing delays after the first limit. */
const attemptDelays: Partial<Record<keyof typeof attemptRules, readonly AttemptDelay[]>> = {
  login: [
    { from: 10, seconds: 2 * hourSeconds },
    { from: 15, seconds: 8 * hourSeconds },
  ],
  'second factor': [
    { from: 10, seconds: 2 * hourSeconds },
    { from: 15, seconds: 8 * hourSeconds },
  ],
}

export interface Attempt {
  kind: keyof typeof attemptRules
  who: string
}

export const attempt = (kind: Attempt['kind'], who: string): Attempt => ({ kind, who })

/** By IP address, or by IP address and name. */
export const attemptFrom = (kind: Attempt['kind'], address: string, name?: string): Attempt => ({
  kind,
  who: name === undefined ? addressBlock(address) : `${name} ${addressBlock(address)}`,
})

const nameOf = ({ kind, who }: Attempt) => `${kind} ${who}`

/**
 * Counts an attempt of each kind, or throws without counting if one is over its limit. Returns the allowance
 * of the first.
 */
export async function countAttempts(
  app: App,
  realm: Realm,
  ...counted: Attempt[]
): Promise<Allowance | undefined> {
  if (!app.config.rateLimits) return undefined
  return await realm.transact(async (tx) => {
    // Fixed lock order, to avoid deadlocks.
    for (const name of counted.map(nameOf).sort()) await lockAttempts(tx, name)
    const now = app.clock.now()
    const allowances: Allowance[] = []
    for (const one of counted) {
      allowances.push(
        await allowanceOf(tx.db, realm.id, one, now).catch((error: unknown) => {
          if (error instanceof TooManyRequests) app.metrics.rateLimited(one.kind)
          throw error
        }),
      )
    }
    for (const one of counted) await insertAttempt(tx, nameOf(one), new Date(now))
    return allowances[0]
  })
}

async function allowanceOf(db: Db, realmId: number, one: Attempt, now: number): Promise<Allowance> {
  const rules: readonly Rule[] = attemptRules[one.kind]
  const past = await attempts(db, realmId, nameOf(one), new Date(now - maxWindowSeconds * 1_000))
  assertPaused(attemptDelays[one.kind] ?? [], past, now, rules[0]?.count ?? 0)
  const [first] = rules.map((rule) => checkRate(rule, past, now))
  if (first === undefined) throw new Error(`There is no rule for ${one.kind}.`)
  return first
}

function assertPaused(
  all: readonly AttemptDelay[],
  past: readonly number[],
  now: number,
  limit: number,
): void {
  const delay = all.findLast(({ from }) => past.length >= from)
  const wait = (delay?.seconds ?? 0) - (now - (past.at(-1) ?? 0)) / 1_000
  if (wait > 0) throw new TooManyRequests(wait, { limit, remaining: 0, reset: Math.ceil(now / 1_000 + wait) })
}

/** Removes the last attempt of each kind. */
export async function forgiveAttempts(app: App, realm: Realm, ...forgiven: Attempt[]): Promise<void> {
  if (!app.config.rateLimits) return
  for (const one of forgiven) await deleteLastAttempt(app.database.db, realm.id, nameOf(one))
}

export async function clearAttempts(app: App, realm: Realm, ...cleared: Attempt[]): Promise<void> {
  if (!app.config.rateLimits) return
  for (const one of cleared) await deleteAttempts(app.database.db, realm.id, nameOf(one))
}
