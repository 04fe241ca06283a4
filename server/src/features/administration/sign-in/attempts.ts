import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { addressBlock } from '../../../platform/address-block.ts'
import { type Allowance, checkRate, type Rule, TooManyRequests } from '../../../platform/rate-limit.ts'
import type { Realm } from '../../../realms/realm.ts'
import { attempts, deleteAttempts, deleteLastAttempt, insertAttempt, lockAttempts } from './attempt-store.ts'

const hour = 3_600
const day = 24 * hour

/**
 * How often something may be tried. Counted in the database: neither a second process nor a restart gives anybody more.
 *
 * Limits per name alone are much larger than those per name and place. From one place nobody reaches them, so nobody can
 * keep the owner of an account out who comes from elsewhere.
 */
export const attemptRules = {
  /** By name and place; a success clears it. */
  login: [{ count: 5, seconds: hour / 2 }],
  /** By name, for guesses from many places. Successes do not count. */
  'login as': [
    { count: 100, seconds: hour / 2 },
    { count: 1_000, seconds: day },
  ],
  /** By place, for guesses at many names. Successes do not count. */
  'login from': [{ count: 100, seconds: hour / 2 }],
  /** By user, who is logged in and proves their password. */
  'confirm password': [{ count: 5, seconds: hour / 2 }],
  /** By email address and place. */
  reset: [
    { count: 2, seconds: hour },
    { count: 5, seconds: day },
  ],
  /** By email address, so that nobody's mailbox is flooded from many places. */
  'reset for': [
    { count: 10, seconds: hour },
    { count: 25, seconds: day },
  ],
  /** By place. */
  'mail from': [{ count: 5, seconds: day }],
  'email change': [
    { count: 2, seconds: hour },
    { count: 5, seconds: day },
  ],
} as const satisfies Record<string, readonly Rule[]>

/** The longest time that an attempt counts. */
export const longestWindowSeconds = day

interface Pause {
  /** Applies from this number of attempts in a day. */
  from: number
  /** Minimum time between two attempts. */
  seconds: number
}

/** Growing delays after the first limit. */
const pauses: Partial<Record<keyof typeof attemptRules, readonly Pause[]>> = {
  login: [
    { from: 10, seconds: 2 * hour },
    { from: 15, seconds: 8 * hour },
  ],
}

export interface Attempt {
  kind: keyof typeof attemptRules
  who: string
}

export const attempt = (kind: Attempt['kind'], who: string): Attempt => ({ kind, who })

/** Counted by place, or by place and name. */
export const attemptFrom = (kind: Attempt['kind'], address: string, name?: string): Attempt => ({
  kind,
  who: name === undefined ? addressBlock(address) : `${name} ${addressBlock(address)}`,
})

const nameOf = ({ kind, who }: Attempt) => `${kind} ${who}`

/**
 * Counts an attempt of each kind, or throws if there were too many of one; then none is counted. Returns the allowance of the first.
 */
export async function countAttempts(
  app: App,
  realm: Realm,
  ...counted: Attempt[]
): Promise<Allowance | undefined> {
  if (!app.config.rateLimits) return undefined
  return await realm.transact(async (tx) => {
    // Always in the same order, so that two requests cannot deadlock.
    for (const name of counted.map(nameOf).sort()) await lockAttempts(tx, name)
    const now = app.clock.now()
    const allowances: Allowance[] = []
    for (const one of counted) allowances.push(await allowanceOf(tx.db, realm.id, one, now))
    for (const one of counted) await insertAttempt(tx, nameOf(one), new Date(now))
    return allowances[0]
  })
}

async function allowanceOf(db: Db, realmId: number, one: Attempt, now: number): Promise<Allowance> {
  const rules: readonly Rule[] = attemptRules[one.kind]
  const past = await attempts(db, realmId, nameOf(one), new Date(now - longestWindowSeconds * 1_000))
  assertPaused(pauses[one.kind] ?? [], past, now, rules[0]?.count ?? 0)
  const [first] = rules.map((rule) => checkRate(rule, past, now))
  if (first === undefined) throw new Error(`There is no rule for ${one.kind}.`)
  return first
}

function assertPaused(all: readonly Pause[], past: readonly number[], now: number, limit: number): void {
  const pause = all.findLast(({ from }) => past.length >= from)
  const wait = (pause?.seconds ?? 0) - (now - (past.at(-1) ?? 0)) / 1_000
  if (wait > 0) throw new TooManyRequests(wait, { limit, remaining: 0, reset: Math.ceil(now / 1_000 + wait) })
}

/** Takes back the last attempt of each kind. */
export async function forgiveAttempts(app: App, realm: Realm, ...forgiven: Attempt[]): Promise<void> {
  if (!app.config.rateLimits) return
  for (const one of forgiven) await deleteLastAttempt(app.database.db, realm.id, nameOf(one))
}

export async function clearAttempts(app: App, realm: Realm, ...cleared: Attempt[]): Promise<void> {
  if (!app.config.rateLimits) return
  for (const one of cleared) await deleteAttempts(app.database.db, realm.id, nameOf(one))
}
