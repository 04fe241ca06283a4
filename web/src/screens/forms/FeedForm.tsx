import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import type { Problem } from '../../session/attempt.ts'
import { useText } from '../../texts/texts.tsx'
import lists from './Lists.module.css'
import { useSaving } from './saving.ts'

interface FeedFormProps {
  add: (feed: { url: string; topic: string }) => Promise<Problem | undefined>
  /** More fields. */
  children?: ReactNode
}

/** Adds an RSS or Atom feed. */
export function FeedForm({ add, children }: FeedFormProps) {
  const text = useText()
  const [url, setUrl] = useState('')
  const [topic, setTopic] = useState('')
  const { phase, problem, run } = useSaving(() => add({ url: url.trim(), topic }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    setUrl('')
    setTopic('')
  }
  return (
    <form className={`${lists.card} ${lists.form}`} onSubmit={submit}>
      <TextField
        label={text('settings.feeds.url')}
        type="url"
        value={url}
        placeholder="https://example.com/feed.xml"
        problem={problem}
        required
        onChange={({ target }) => setUrl(target.value)}
      />
      {children}
      <TextField
        label={text('settings.feeds.topic')}
        hint={text('settings.feeds.topicHint')}
        value={topic}
        maxLength={60}
        onChange={({ target }) => setTopic(target.value)}
      />
      <Button type="submit" kind="primary" busy={phase === 'saving'}>
        {text('settings.feeds.add')}
      </Button>
    </form>
  )
}
