import type { SavedSnippetObject } from '@loquat/contract'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextArea, TextField } from '../../components/Field.tsx'
import { saveSnippet } from '../../drafts/draft-actions.ts'
import { useText } from '../../texts/texts.tsx'

export function SnippetDialog({ snippet, onClose }: { snippet?: SavedSnippetObject; onClose: () => void }) {
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
