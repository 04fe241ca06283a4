import type { SavedSnippetObject } from '@loquat/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, IconButton } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { deleteSnippet } from '../drafts/draft-actions.ts'
import { suggestionClass } from '../lib/rank.ts'
import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import { compose } from './compose.ts'
import { composeField } from './compose-field.ts'
import { type EditedSnippet, SnippetForm } from './SnippetForm.tsx'
import styles from './Snippets.module.css'

interface Props {
  onInsert: (text: string) => void
  onClose: () => void
}

const none: SavedSnippetObject[] = []
/** Saved snippets: search, insert, edit and delete. */
export function Snippets({ onInsert, onClose }: Props) {
  const text = useText()
  const snippets = useOrg((org) => org.saved_snippets ?? none)
  const [query, setQuery] = useState('')
  const [edited, setEdited] = useState<EditedSnippet>()
  const found = snippets.filter(({ title }) => query === '' || suggestionClass(query, title) !== undefined)
  const insert = (content: string) => {
    // An open dialog would steal the focus back.
    flushSync(onClose)
    onInsert(content)
  }
  if (edited !== undefined) return <SnippetForm edited={edited} onDone={() => setEdited(undefined)} />
  return (
    <Dialog
      title={text('compose.snippets')}
      onClose={onClose}
      focusAfter={composeField}
      footer={
        <Button onClick={() => setEdited({ id: undefined, title: '', content: compose().text })}>
          {text('compose.snippet.new')}
        </Button>
      }
    >
      <input
        className={styles.filter}
        type="search"
        autoFocus
        value={query}
        placeholder={text('common.search')}
        aria-label={text('common.search')}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          const [first] = found
          if (event.key === 'Enter' && first !== undefined) insert(first.content)
        }}
      />
      {found.length === 0 && <p className={styles.empty}>{text('compose.snippet.none')}</p>}
      <ul className={styles.list}>
        {found.map(({ id, title, content }) => (
          <li key={id}>
            <button type="button" className={styles.snippet} onClick={() => insert(content)}>
              <strong dir="auto">{title}</strong>
              <span dir="auto">{content}</span>
            </button>
            <IconButton
              size="small"
              label={text('common.edit')}
              icon={<Pencil size={16} />}
              onClick={() => setEdited({ id, title, content })}
            />
            <IconButton
              size="small"
              label={text('common.delete')}
              icon={<Trash2 size={16} />}
              onClick={() => void deleteSnippet({ id, title, content })}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
