import { maxSnippetTitleLength } from '@loquat/contract/light'
import { type FormEvent, useState } from 'react'
import { Button } from '../components/Button.tsx'
import { Dialog } from '../components/Dialog.tsx'
import { TextArea, TextField } from '../components/Field.tsx'
import { saveSnippet } from '../drafts/draft-actions.ts'
import { useText } from '../texts/texts.tsx'

export type EditedSnippet = { id: number | undefined; title: string; content: string }

export function SnippetForm({ edited, onDone }: { edited: EditedSnippet; onDone: () => void }) {
  const text = useText()
  const [title, setTitle] = useState(edited.title)
  const [content, setContent] = useState(edited.content)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const { id } = edited
    const saved = await saveSnippet({ ...(id === undefined ? {} : { id }), title: title.trim(), content })
    if (saved) onDone()
  }
  return (
    <Dialog
      title={text(edited.id === undefined ? 'compose.snippet.new' : 'compose.snippet.edit')}
      onClose={onDone}
    >
      <form onSubmit={submit}>
        <TextField
          label={text('compose.snippet.title')}
          value={title}
          maxLength={maxSnippetTitleLength}
          required
          autoFocus
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextArea
          label={text('compose.snippet.content')}
          value={content}
          rows={6}
          required
          onChange={(event) => setContent(event.target.value)}
        />
        <Button kind="primary" type="submit">
          {text('common.save')}
        </Button>
      </form>
    </Dialog>
  )
}
