import { ownStorage } from '../device/shared-computer.ts'
import { numbersOf } from '../lib/json.ts'
import { parseJson } from '../lib/parse.ts'

const place = 'told'
const most = 100

/** Messages that this browser has told of, in whichever tab, also before it was loaded anew: events may come again. */
export function wasTold(id: number): boolean {
  return stored().includes(id)
}

export function noteTold(id: number): void {
  const ids = stored()
  if (!ids.includes(id)) ownStorage().setItem(place, JSON.stringify([...ids, id].slice(-most)))
}

const stored = (): number[] => numbersOf(parseJson(ownStorage().getItem(place)))

/** What was read or deleted before anybody could be told of it, as it happens when much is caught up on. */
const over = new Set<number>()
let overUpto = 0

export function noteOver(ids: readonly number[] | undefined, newest: number): void {
  if (ids === undefined) overUpto = Math.max(overUpto, newest)
  else for (const id of ids) over.add(id)
  if (over.size > 10_000) over.clear()
}

export const isOver = (id: number): boolean => id <= overUpto || over.has(id)
