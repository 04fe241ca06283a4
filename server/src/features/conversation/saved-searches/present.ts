import type { SavedSearchObject } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import type { SavedSearch } from './store.ts'

type SearchJson = Omit<SavedSearch, 'created_at'> & { created_at: Date | string }

export const presentSearch = ({ id, name, query, created_at }: SearchJson): SavedSearchObject => ({
  id,
  name,
  query,
  date_created: toSeconds(new Date(created_at).getTime()),
})
