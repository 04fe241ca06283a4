import type { SavedSnippetObject } from '@loquat/contract'
import { PenLine, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { TextArea, TextField } from '../../components/Field.tsx'
import { openCompose } from '../../compose/compose.ts'
import { deleteSnippet, saveSnippet } from '../../drafts/draft-actions.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import styles from './Drafts.module.css'
import { ItemList } from './ItemList.tsx'

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

function SnippetDialog({ snippet, onClose }: { snippet?: SavedSnippetObject; onClose: () => void }) {
  const text = useText()
  const [title, setTitle] = useState(snippet?.title ?? '')
  const [content, setContent] = useState(snippet?.content ?? '')
  const isIncomplete = title.trim() === '' || content.trim() === ''
  const save = async () => {
    if (await saveSnippet({ ...(snippet === undefined ? {} : { id: snippet.id }), title, content })) onClose()
  }
  return (
    <Dialog
      title={text(snippet === undefined ? 'drafts.newSnippet' : 'drafts.editSnippet')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            kind="primary"
            denied={isIncomplete ? text('drafts.snippetIncomplete') : undefined}
            onClick={() => void save()}
          >
            {text('common.save')}
          </Button>
        </>
      }
    >
      <TextField
        label={text('drafts.snippetTitle')}
        value={title}
        maxLength={60}
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextArea
        label={text('drafts.text')}
        rows={6}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
    </Dialog>
  )
}
