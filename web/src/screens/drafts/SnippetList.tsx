import type { SavedSnippetObject } from '@loquat/contract'
import { PenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { openCompose } from '../../compose/compose.ts'
import { deleteSnippet } from '../../drafts/draft-actions.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'
import { ItemList } from './ItemList.tsx'
import { SnippetDialog } from './SnippetDialog.tsx'

const none: readonly SavedSnippetObject[] = []

/** Saved snippets. */
export function SnippetList() {
  const text = useText()
  const snippets = useOrg((org) => org.saved_snippets ?? none)
  const [editing, setEditing] = useState<SavedSnippetObject | 'new'>()
  const insert = (content: string) => openCompose({ text: content })
  const remove = (id: string) => {
    const snippet = snippets.find((one) => String(one.id) === id)
    if (snippet !== undefined) void deleteSnippet(snippet)
  }
  const add = (
    <Button size="small" onClick={() => setEditing('new')}>
      <Plus size={15} aria-hidden="true" />
      {text('drafts.newSnippet')}
    </Button>
  )
  return (
    <>
      {snippets.length === 0 ? (
        <EmptyState text={text('drafts.noSnippets')}>{add}</EmptyState>
      ) : (
        <>
          <div className={styles.selection}>{add}</div>
          <ItemList label={text('drafts.tab.snippets')} onDelete={remove}>
            {snippets.map((snippet) => (
              <li key={snippet.id} className={styles.item} data-row={snippet.id}>
                <button
                  type="button"
                  className={styles.main}
                  data-main="true"
                  onClick={() => insert(snippet.content)}
                >
                  <strong dir="auto">{snippet.title}</strong>
                  <span className={styles.text} dir="auto">
                    {snippet.content}
                  </span>
                </button>
                <span className={styles.actions}>
                  <IconButton
                    label={text('common.edit')}
                    icon={<PenLine size={17} />}
                    onClick={() => setEditing(snippet)}
                  />
                  <IconButton
                    label={text('common.delete')}
                    keys="Delete"
                    icon={<Trash2 size={17} />}
                    onClick={() => void deleteSnippet(snippet)}
                  />
                </span>
              </li>
            ))}
          </ItemList>
        </>
      )}
      {editing !== undefined && (
        <SnippetDialog
          {...(editing === 'new' ? {} : { snippet: editing })}
          onClose={() => setEditing(undefined)}
        />
      )}
    </>
  )
}
