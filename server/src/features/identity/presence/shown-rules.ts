import { offlineThresholdMs, type Presence } from './rules.ts'

/*
 * In large organizations, clients get a user's presence only when its state changes. Until then they keep times that lie in the future, so that
 * they go on showing the state: docs/decisions/0068-presence-updates-are-changes-of-state.md.
 */

/** The state in which clients show a user since the last update. */
export const shownStates = { exact: 0, idle: 1, active: 2 } as const
export type ShownState = (typeof shownStates)[keyof typeof shownStates]

/** The last update that clients got of a user: the exact times, or a state that lasts. */
export interface Shown {
  state: ShownState
  validUntil: number
}

/** Undefined if the last update had the exact times, or was written by an older server. */
export const shownOf = ({ state, validUntil }: { state: ShownState | null; validUntil: number | null }) =>
  state === null || validUntil === null ? undefined : { state, validUntil }

/** How long clients may keep a state. Bounds the effect of a server that ends without an update. */
const validMs = 12 * 3_600_000
const renewBeforeMs = 3_600_000
/** How often users who no longer report are looked for. */
export const sweepIntervalMs = 30_000
/**
 * From this age on, clients get the exact times and compute themselves when they pass the threshold. Early by one sweep, so that an absence is shown
 * after the threshold and one interval of the client at the latest. A client that reports in time is far from it.
 */
export const exactAfterMs = offlineThresholdMs - sweepIntervalMs

/** The update after a report; undefined if clients already show the state. */
export function shownAfterReport(
  before: Shown | undefined,
  isActive: boolean,
  now: number,
): Shown | undefined {
  const { active, idle } = shownStates
  // A user who stops being active becomes idle by the next sweep, not by the report.
  const state = isActive || before?.state === active ? active : idle
  const isKept = before?.state === state && before.validUntil > now + renewBeforeMs
  return isKept ? undefined : { state, validUntil: now + validMs }
}

/** The times by which a client that follows updates shows the state until the next one. */
export function lastingTimes(presence: Presence, shown: Shown | undefined, now: number): Presence {
  const { state, validUntil } = shown ?? { state: shownStates.exact, validUntil: 0 }
  // Nobody may have looked for absent users meanwhile.
  if (state === shownStates.exact || presence.lastConnected <= now - offlineThresholdMs) return presence
  return {
    lastActive: state === shownStates.active ? validUntil : presence.lastActive,
    lastConnected: validUntil,
  }
}
