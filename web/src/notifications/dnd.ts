import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { isRecord, numbersOf, textIn } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'
import { type QuietHours, quietUntil, tomorrowMorning } from './dnd-times.ts'

const storageKey = 'dnd'

function stored(): QuietHours {
  const value = parseJson(ownStorage().getItem(storageKey))
  if (!isRecord(value)) return {}
  const { until, weekly } = value
  return {
    until: typeof until === 'number' ? until : undefined,
    weekly: isRecord(weekly)
      ? { days: numbersOf(weekly.days), from: textIn(weekly, 'from'), to: textIn(weekly, 'to') }
      : undefined,
  }
}

/** Do not disturb on this device: no popups, sounds or push. Counts are updated. */
export const useDnd = create<QuietHours>(stored)

// Follows changes of other tabs.
if (typeof addEventListener === 'function')
  addEventListener('storage', ({ key }) => key === storageKey && useDnd.setState(stored(), true))

export function setQuiet(change: QuietHours): void {
  useDnd.setState(change)
  ownStorage().setItem(storageKey, JSON.stringify(useDnd.getState()))
}

export const quietFor = (minutes: number): void => setQuiet({ until: Date.now() + minutes * 60_000 })
export const quietTillTomorrow = (): void => setQuiet({ until: tomorrowMorning(Date.now()) })
export const endQuiet = (): void => setQuiet({ until: undefined })

/** End of the current quiet time, in milliseconds; undefined if it is not quiet. */
export const quietNow = (): number | undefined => quietUntil(useDnd.getState(), Date.now())
export const isQuiet = (): boolean => quietNow() !== undefined
