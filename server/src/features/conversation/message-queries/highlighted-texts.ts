import type { App } from '../../../app.ts'
import type { Db } from '../../../db/database.ts'
import { BoundedCache } from '../../../platform/bounded-cache.ts'
import { Slot } from '../../../platform/slots.ts'
import type { MessageText } from './message-texts.ts'
import { searchableOf } from './present-found.ts'
import { highlightMatches } from './search-marks.ts'
import type { SearchQuery } from './search-query.ts'

/** A text with the matches of the last search that found it. */
interface Highlighted {
  query: SearchQuery
  fields: string
}

const highlightedSlot = new Slot<App, BoundedCache<MessageText, Highlighted>>()
/** At most 16 MB together. */
const maxHighlighted = 2_000
const maxCharacters = 4_000

/**
 * The fields with highlighted matches, as the members of a JSON object. Cached, for searches that are repeated: a text is replaced when its
 * message changes, and an analyzed query stays the same object.
 */
export async function highlightTexts(
  app: App,
  db: Db,
  query: SearchQuery,
  texts: readonly MessageText[],
): Promise<string[]> {
  const cache =
    app.slots.get(highlightedSlot) ?? app.slots.set(highlightedSlot, new BoundedCache(maxHighlighted))
  const known = texts.map((text) => {
    const highlighted = cache.get(text)
    return highlighted?.query === query ? highlighted.fields : undefined
  })
  const missing = texts.filter((_, n) => known[n] === undefined)
  if (missing.length === 0) return known as string[]
  const matches = await highlightMatches(app, db, query, missing.map(searchableOf))
  let next = 0
  return texts.map((text, n) => {
    if (known[n] !== undefined) return known[n]
    const fields = JSON.stringify(matches[next++]).slice(1, -1)
    if (fields.length <= maxCharacters) cache.set(text, { query, fields })
    return fields
  })
}
