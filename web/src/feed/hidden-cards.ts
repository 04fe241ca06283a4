import { ownStorage } from '../device/shared-computer.ts'
import { numbersOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'

/** Messages whose website previews are hidden on this device. */
const storageKey = 'feed.hiddenCards'
const maxHidden = 500
let known: Set<number> | undefined

const stored = (): Set<number> => new Set(numbersOf(parseJson(ownStorage().getItem(storageKey))))

export function hidesCards(id: number): boolean {
  known ??= stored()
  return known.has(id)
}

export function hideCards(id: number, isHidden: boolean): void {
  known ??= stored()
  if (isHidden) known.add(id)
  else known.delete(id)
  known = new Set([...known].slice(-maxHidden))
  try {
    ownStorage().setItem(storageKey, JSON.stringify([...known]))
  } catch {
    // Storage is full: the previews are back after a reload.
  }
}
