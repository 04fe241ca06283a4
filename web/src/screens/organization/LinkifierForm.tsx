import type { LinkifierObject } from '@loquat/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { addLinkifier, editLinkifier } from '../../settings/org-lists.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { useSaving } from '../forms/saving.ts'
import { tryLinkifier } from './linkifier-try.ts'
import styles from './Organization.module.css'

export function LinkifierForm({
  edited,
  onDone,
}: {
  edited: LinkifierObject | undefined
  onDone: () => void
}) {
  const text = useText()
  const [pattern, setPattern] = useState(edited?.pattern ?? '')
  const [template, setTemplate] = useState(edited?.url_template ?? '')
  const [sample, setSample] = useState('')
  const { phase, problem, run } = useSaving(() =>
    edited === undefined ? addLinkifier(pattern, template) : editLinkifier(edited.id, pattern, template),
  )
  const tried = pattern === '' || sample === '' ? undefined : tryLinkifier(pattern, template, sample)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    setPattern('')
    setTemplate('')
    setSample('')
    onDone()
  }
  return (
    <form className={lists.card} onSubmit={submit}>
      <div className={styles.pair}>
        <TextField
          label={text('organization.linkifiers.pattern')}
          value={pattern}
          placeholder="#(?P<id>[0-9]+)"
          problem={problem}
          required
          onChange={({ target }) => setPattern(target.value)}
        />
        <TextField
          label={text('organization.linkifiers.template')}
          value={template}
          placeholder="https://example.com/issues/{id}"
          required
          onChange={({ target }) => setTemplate(target.value)}
        />
      </div>
      <TextField
        label={text('organization.linkifiers.try')}
        hint={
          tried === undefined
            ? text('organization.linkifiers.tryHint')
            : tried.parts.map((part, index) =>
                part.address === undefined ? (
                  <span key={index}>{part.text}</span>
                ) : (
                  <a key={index} href={part.address} target="_blank" rel="noreferrer" title={part.address}>
                    {part.text}
                  </a>
                ),
              )
        }
        value={sample}
        onChange={({ target }) => setSample(target.value)}
      />
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={phase === 'saving'}>
          {text(edited === undefined ? 'common.add' : 'common.save')}
        </Button>
        {edited !== undefined && <Button onClick={onDone}>{text('common.cancel')}</Button>}
      </div>
    </form>
  )
}
