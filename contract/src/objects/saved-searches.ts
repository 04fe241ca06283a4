import { z } from 'zod'

/** Maximum number of searches that a user can save. */
export const maxSavedSearches = 100
/** Maximum length of the name of a saved search. */
export const maxSavedSearchName = 60
/** Maximum length of a saved query: that of a search term. */
export const maxSavedQuery = 1_000

/** A search that a user saved. `query` is the text of the search box, with its filters. */
export const savedSearchObject = z.strictObject({
  id: z.int(),
  name: z.string(),
  query: z.string(),
  date_created: z.int(),
})
export type SavedSearchObject = z.output<typeof savedSearchObject>
