import type { LegacyPresence, ModernPresence, Presences } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { apiEmail } from '../users/present.ts'
import { offlineThresholdMs, type Presence } from './rules.ts'
import { lastingTimes, shownOf } from './shown-rules.ts'
import type { ListedPresence, StoredPresence } from './store.ts'

/** In the legacy format, users active this shortly before their last connection are still active. */
const activeWindowMs = 70_000

export function legacyStatus({ lastActive, lastConnected }: Presence): {
  status: 'active' | 'idle'
  timestamp: number
} {
  const isActive = lastActive !== null && lastActive + activeWindowMs >= lastConnected
  return isActive
    ? { status: 'active', timestamp: toSeconds(lastActive) }
    : { status: 'idle', timestamp: toSeconds(lastConnected) }
}

export function presentLegacy(presence: Presence): LegacyPresence {
  const report = { client: 'website', ...legacyStatus(presence) }
  return { website: { ...report, pushable: false }, aggregated: report }
}

export const presentModern = (user: User, { lastActive, lastConnected }: Presence): ModernPresence => ({
  active_timestamp: toSeconds(lastActive ?? user.createdAt),
  idle_timestamp: toSeconds(lastConnected),
})

/**
 * `exact` has the stored times, for clients that fetch them again and again. Clients that follow updates get `lasting` times, by which online users
 * are shown as online until the next update.
 */
export type PresenceFormat = 'legacy' | 'exact' | 'lasting'

/** Presences of active people the viewer can see. */
function* visiblePresences<P extends StoredPresence>(
  directory: Directory,
  viewer: User,
  presences: readonly P[],
) {
  for (const presence of presences) {
    const user = directory.users.get(presence.userId)
    if (user?.isActive && !isBot(user) && canSeeUser(directory, viewer, user)) yield { user, presence }
  }
}

export function listLegacy(
  directory: Directory,
  viewer: User,
  presences: readonly StoredPresence[],
): Record<string, LegacyPresence> {
  return Object.fromEntries(
    visiblePresences(directory, viewer, presences).map(({ user, presence }) => [
      apiEmail(directory, user),
      presentLegacy(presence),
    ]),
  )
}

export function listPresences(
  directory: Directory,
  viewer: User,
  presences: readonly ListedPresence[],
  format: PresenceFormat,
  now: number,
): Presences {
  if (format === 'legacy') return listLegacy(directory, viewer, presences)
  return Object.fromEntries(
    visiblePresences(directory, viewer, presences).map(({ user, presence }) => [
      user.id,
      presentModern(user, format === 'exact' ? presence : lastingTimes(presence, shownOf(presence), now)),
    ]),
  )
}

/** The legacy presence of one user. */
export function presentUserPresence(presence: Presence, now: number) {
  const website = legacyStatus(presence)
  const isOffline = toSeconds(now) - website.timestamp > offlineThresholdMs / 1_000
  return { aggregated: isOffline ? { ...website, status: 'offline' } : website, website }
}

export const highestUpdate = (presences: readonly StoredPresence[], otherwise: number) =>
  presences.reduce((highest, { updateId }) => Math.max(highest, updateId), otherwise)
