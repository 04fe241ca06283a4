import { apiError, maxSavedQuery, maxSavedSearchName } from '@loquat/contract'
import { isLongerThan, trim } from '../../../text.ts'

export const checkedName = (name: string) => checkedText('name', name, maxSavedSearchName)
export const checkedQuery = (query: string) => checkedText('query', query, maxSavedQuery)

/** Refuses long texts instead of truncating them, which would change the search. */
function checkedText(property: 'name' | 'query', text: string, max: number): string {
  const trimmed = trim(text)
  if (trimmed === '') throw apiError(`saved-search-${property}-empty`)
  if (isLongerThan(trimmed, max)) throw apiError(`saved-search-${property}-too-long`, { max })
  return trimmed
}
