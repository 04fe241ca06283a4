import type { ModernPresence } from '@loquat/contract'
import { create } from 'zustand'
import { api } from '../session/api.ts'
import { changeOrg, org, useOrg } from '../session/session.ts'

export type Presence = 'active' | 'idle' | 'offline'

/** Updated at intervals, so that users without recent presence become offline. */
const useClock = create<{ now: number }>(() => ({ now: Math.floor(Date.now() / 1_000) }))

/** The presence of a user; undefined where the organization disabled it. */
export function usePresence(userId: number): Presence | undefined {
  const entry = useOrg((org) => org.presences?.[String(userId)] as ModernPresence | undefined)
  const isShown = useOrg((org) => org.realm_presence_disabled !== true)
  const limit = useOrg((org) => org.server_presence_offline_threshold_seconds ?? 140)
  const now = useClock((clock) => clock.now)
  return isShown ? presenceAt(entry, now, limit) : undefined
}

export function presenceAt(entry: ModernPresence | undefined, now: number, limit: number): Presence {
  if (entry === undefined) return 'offline'
  if (now - entry.active_timestamp < limit) return 'active'
  return now - entry.idle_timestamp < limit ? 'idle' : 'offline'
}

export const presenceOf = (userId: number): Presence =>
  presenceAt(
    org().presences?.[String(userId)] as ModernPresence | undefined,
    useClock.getState().now,
    org().server_presence_offline_threshold_seconds ?? 140,
  )

let lastInputAt = Date.now()

/** Reports own presence at intervals and fetches that of others: large organizations send no events for it. */
export function startPresenceSync(): void {
  for (const type of ['pointermove', 'keydown', 'focus']) {
    addEventListener(type, () => {
      lastInputAt = Date.now()
    })
  }
  const ping = async () => {
    useClock.setState({ now: Math.floor(Date.now() / 1_000) })
    if (document.hidden && Date.now() - lastInputAt > 600_000) return
    const isActive = document.hasFocus() && Date.now() - lastInputAt < 300_000
    const reply = await api.updatePresence({
      status: isActive ? 'active' : 'idle',
      new_user_input: isActive,
      // From the state, which may be older than this tab, or newer.
      last_update_id: org().presence_last_update_id ?? -1,
      ping_only: false,
    })
    const { presences, presence_last_update_id: position } = reply
    if (presences === undefined || position === undefined) return
    const hasChanged = Object.keys(presences).length > 0
    changeOrg((org) => ({
      ...org,
      presence_last_update_id: position,
      ...(hasChanged && { presences: { ...org.presences, ...presences } }),
    }))
  }
  const beat = () => void ping().catch(() => {})
  beat()
  setInterval(beat, 1_000 * (org().server_presence_ping_interval_seconds ?? 60))
}
