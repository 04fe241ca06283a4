import { WireError } from '@loquat/contract'
import type { App } from '../../app.ts'
import { countDenial } from '../../audit/denial-store.ts'
import { isAdministrativeDenial } from '../../audit/denials.ts'
import type { Route } from '../implement.ts'

/** The caller of a request, once it is known. */
export interface KnownCaller {
  realmId?: number | undefined
  userId?: number
}

const minuteMs = 60_000

/** Counts a denied administrative request for the audit log. If that fails, the answer is still the denial. */
export async function recordDenial(
  app: App,
  { name: endpoint }: Route,
  { realmId, userId }: KnownCaller,
  error: unknown,
): Promise<void> {
  if (!(error instanceof WireError) || !isAdministrativeDenial(error.reason)) return
  if (realmId === undefined || userId === undefined) return
  const minute = new Date(Math.floor(app.clock.now() / minuteMs) * minuteMs)
  try {
    await countDenial(app.database.db, realmId, minute, { userId, endpoint, reason: error.reason })
  } catch (problem) {
    app.logger.warn({ err: problem }, 'a denied request could not be recorded')
  }
}
