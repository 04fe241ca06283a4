import { apiError } from '@loquat/contract'
import type { App } from '../../../app.ts'
import type { Realm } from '../../../realms/realm.ts'
import { correctTokens, reserveTokens, type SummaryService } from './store.ts'

/** The first day of a month in UTC. */
export const monthOf = (now: number): string => `${new Date(now).toISOString().slice(0, 7)}-01`

/** Characters per token, at least, in languages with short tokens. Services that report their usage correct it. */
const charactersPerToken = 2

export const estimatedTokens = (text: string): number => Math.ceil(text.length / charactersPerToken)

/** Sends a request within the monthly budget, and counts the tokens that it reports. A failed one counts as a request alone. */
export async function withinBudget<T extends { tokens: number | undefined }>(
  { clock, database }: App,
  realm: Realm,
  { maxTokens, monthlyTokens }: Pick<SummaryService, 'maxTokens' | 'monthlyTokens'>,
  promptTokens: number,
  send: () => Promise<T>,
): Promise<T> {
  const month = monthOf(clock.now())
  const reserved = promptTokens + maxTokens
  if (!(await reserveTokens(database.db, realm.id, month, reserved, monthlyTokens))) {
    throw apiError('summary-budget-exceeded', { tokens: monthlyTokens })
  }
  let used = 0
  try {
    const result = await send()
    used = result.tokens ?? reserved
    return result
  } finally {
    await correctTokens(database.db, realm.id, month, used - reserved)
  }
}
