import type { SavedSearchObject } from '@loquat/contract'
import { api } from '../session/api.ts'
import { useOrg } from '../session/session.ts'
import { showErrorToast, showUndoToast } from '../shell/toasts.ts'

const none: readonly SavedSearchObject[] = []

/** The saved searches of the user, oldest first. */
export const useSavedSearches = (): readonly SavedSearchObject[] =>
  useOrg((org) => org.saved_searches ?? none)

export const useSavedSearch = (q: string): SavedSearchObject | undefined =>
  useSavedSearches().find(({ query }) => query === q.trim())

interface SearchToSave {
  /** Missing for a new one. */
  id?: number | undefined
  name: string
  query: string
}

/** Returns whether it was saved. */
export async function saveSearch({ id, name, query }: SearchToSave): Promise<boolean> {
  try {
    if (id === undefined) await api.createSavedSearch({ name, query })
    else await api.editSavedSearch({ saved_search_id: id, name, query })
    return true
  } catch (error) {
    showErrorToast(error)
    return false
  }
}

/** Deletes a search, and offers undo. */
export async function deleteSavedSearch({ id, name, query }: SavedSearchObject): Promise<void> {
  try {
    await api.deleteSavedSearch({ saved_search_id: id })
    showUndoToast('search.savedDeleted', () => void saveSearch({ name, query }), { name })
  } catch (error) {
    showErrorToast(error)
  }
}
