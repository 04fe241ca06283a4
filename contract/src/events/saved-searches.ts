import { z } from 'zod'
import { event } from '../event.ts'
import { savedSearchObject } from '../objects/saved-searches.ts'

/** These events go to clients with the capability `saved_searches`. */

const search = { saved_search: savedSearchObject }
export const savedSearchAdded = event('saved_searches', 'add', 'The recipient saved a search.', search)
export const savedSearchUpdated = event('saved_searches', 'update', 'A saved search was edited.', search)
export const savedSearchRemoved = event('saved_searches', 'remove', 'A saved search was deleted.', {
  saved_search_id: z.int(),
})
