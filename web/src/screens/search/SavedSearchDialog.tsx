import type { SavedSearchObject } from '@loquat/contract'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { deleteSavedSearch, saveSearch } from '../../search/saved-searches.ts'
import { useText } from '../../texts/texts.tsx'

interface Props {
  /** The saved search to edit, or the query of a new one. */
  search: SavedSearchObject | { query: string }
  onClose: () => void
}

/** Names a search, or changes and deletes a saved one. */
export function SavedSearchDialog({ search, onClose }: Props) {
  const text = useText()
  const form = useId()
  const saved = 'id' in search ? search : undefined
  const [name, setName] = useState(saved?.name ?? '')
  const [query, setQuery] = useState(search.query)
  const isIncomplete = name.trim() === '' || query.trim() === ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isIncomplete && (await saveSearch({ id: saved?.id, name, query }))) onClose()
  }
  const remove = () => {
    onClose()
    if (saved !== undefined) void deleteSavedSearch(saved)
  }
  return (
    <Dialog
      title={text(saved === undefined ? 'search.save' : 'search.editSaved')}
      size="small"
      onClose={onClose}
      footer={
        <>
          {saved !== undefined && (
            <Button kind="danger" onClick={remove}>
              {text('common.delete')}
            </Button>
          )}
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form={form}
            denied={isIncomplete ? text('search.savedIncomplete') : undefined}
          >
            {text('common.save')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void save(event)}>
        <TextField
          label={text('search.savedName')}
          value={name}
          autoFocus
          maxLength={60}
          dir="auto"
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={text('search.savedQuery')}
          value={query}
          maxLength={1_000}
          dir="auto"
          onChange={(event) => setQuery(event.target.value)}
        />
        {/* Enter in a field submits the form only if it has a button. */}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
