import { Bookmark, BookmarkCheck } from 'lucide-react'
import { Button } from '../components/Button.tsx'
import { useSavedSearch } from '../search/saved-searches.ts'
import { openSavedSearch } from '../shell/dialogs.ts'
import { useText } from '../texts/texts.tsx'

/** Saves the search, or opens the saved one for changes. */
export function SaveSearchButton({ q }: { q: string }) {
  const text = useText()
  const saved = useSavedSearch(q)
  const Icon = saved === undefined ? Bookmark : BookmarkCheck
  return (
    <Button kind="quiet" size="small" onClick={() => openSavedSearch(saved ?? { query: q.trim() })}>
      <Icon size={15} aria-hidden="true" />
      {saved === undefined ? text('search.save') : text('search.savedAs', { name: saved.name })}
    </Button>
  )
}
