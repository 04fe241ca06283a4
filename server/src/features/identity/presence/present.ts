import type { LegacyPresence, ModernPresence, Presences } from '@loquat/contract'
import { canSeeUser } from '../../../directory/access-users.ts'
import { type Directory, isBot, type User } from '../../../directory/directory.ts'
import { toSeconds } from '../../../platform/clock.ts'
import { apiEmail } from '../users/present.ts'
import type { Presence } from './rules.ts'
import type { StoredPresence } from './store.ts'

/** Who was active so shortly before they were last connected still is, in the words of old clients. */
const activeWindow = 70_000
const offlineAfter = 200_000

export function legacyStatus({ lastActive, lastConnected }: Presence): {
  status: 'active' | 'idle'
  timestamp: number
} {
  const isActive = lastActive !== null && lastActive + activeWindow >= lastConnected
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

/** Only people, and of those only whoever has an account and the viewer may know. */
function* ofPeople(directory: Directory, viewer: User, presences: readonly StoredPresence[]) {
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
    ofPeople(directory, viewer, presences).map(({ user, presence }) => [
      apiEmail(directory, user),
      presentLegacy(presence),
    ]),
  )
}

export function listPresences(
  directory: Directory,
  viewer: User,
  presences: readonly StoredPresence[],
  isModern: boolean,
): Presences {
  if (!isModern) return listLegacy(directory, viewer, presences)
  return Object.fromEntries(
    ofPeople(directory, viewer, presences).map(({ user, presence }) => [
      user.id,
      presentModern(user, presence),
    ]),
  )
}

/** Of one person, as they are now. */
export function presentOne(presence: Presence, now: number) {
  const website = legacyStatus(presence)
  const isOffline = toSeconds(now) - website.timestamp > offlineAfter / 1_000
  return { aggregated: isOffline ? { ...website, status: 'offline' } : website, website }
}

export const highestUpdate = (presences: readonly StoredPresence[], otherwise: number) =>
  presences.reduce((highest, { updateId }) => Math.max(highest, updateId), otherwise)
