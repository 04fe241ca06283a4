import type { App } from '../../app.ts'
import { type Allowance, decide, type Rule } from '../../http/rate-limit.ts'
import type { Realm } from '../../realms/realm.ts'
import { attempts, deleteAttempts, deleteLastAttempt, insertAttempt, lockAttempts } from './attempt-store.ts'

const hour = 3_600
const day = 24 * hour

/** What may be tried how often. Counted in the database: neither a second process nor a restart gives anybody more. */
export const attemptRules = {
  /** By the name that is tried; a success clears it. */
  login: [{ count: 5, seconds: 1_800 }],
  /** By where it comes from, so that one guess at each of many names is noticed too. Successes do not count. */
  'login from': [{ count: 100, seconds: 1_800 }],
  reset: [
    { count: 2, seconds: hour },
    { count: 5, seconds: day },
  ],
  'mail from': [{ count: 5, seconds: day }],
  'email change': [
    { count: 2, seconds: hour },
    { count: 5, seconds: day },
  ],
} as const satisfies Record<string, readonly Rule[]>

export type Attempt = keyof typeof attemptRules

/** Counts one more, or throws that there were too many. */
export async function countAttempt(
  app: App,
  realm: Realm,
  kind: Attempt,
  who: string,
): Promise<Allowance | undefined> {
  if (!app.config.rateLimits) return undefined
  const rules = attemptRules[kind]
  const longest = Math.max(...rules.map((rule) => rule.seconds))
  const name = `${kind} ${who}`
  return await realm.transact(async (tx) => {
    await lockAttempts(tx, name)
    const now = app.clock.now()
    const past = await attempts(tx.db, realm.id, name, new Date(now - longest * 1_000))
    const allowances = rules.map((rule) => decide(rule, past, now))
    await insertAttempt(tx, name, new Date(now))
    return allowances[0]
  })
}

/** What was counted last turned out to be none. */
export async function forgiveAttempt(app: App, realm: Realm, kind: Attempt, who: string): Promise<void> {
  if (app.config.rateLimits) await deleteLastAttempt(app.database.db, realm.id, `${kind} ${who}`)
}

export async function clearAttempts(app: App, realm: Realm, kind: Attempt, who: string): Promise<void> {
  if (app.config.rateLimits) await deleteAttempts(app.database.db, realm.id, `${kind} ${who}`)
}
