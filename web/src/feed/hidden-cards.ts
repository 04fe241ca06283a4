import { ownStorage } from '../device/shared-computer.ts'
import { numbersOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'

/** Messages whose website cards the reader has hidden, on this device. */
const place = 'feed.hiddenCards'
const most = 500
let known: Set<number> | undefined

const stored = (): Set<number> => new Set(numbersOf(parseJson(ownStorage().getItem(place))))

export function hidesCards(id: number): boolean {
  known ??= stored()
  return known.has(id)
}

export function hideCards(id: number, isHidden: boolean): void {
  known ??= stored()
  if (isHidden) known.add(id)
  else known.delete(id)
  known = new Set([...known].slice(-most))
  try {
    ownStorage().setItem(place, JSON.stringify([...known]))
  } catch {
    // A full disk: they are back after a reload.
  }
}
