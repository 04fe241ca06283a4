import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/Field.tsx'
import { removeAuditWebhook, setAuditWebhook, useAuditWebhook } from '../../../settings/audit-webhook.ts'
import { useText } from '../../../texts/texts.tsx'
import { CopyField } from '../../forms/CopyField.tsx'
import lists from '../../forms/Lists.module.css'
import { SectionNote } from '../../forms/Setting.tsx'
import { useSaving } from '../../forms/saving.ts'
import styles from './Audit.module.css'

/** The address that gets new entries. Closed until it is wanted. */
export function AuditWebhookForm() {
  const text = useText()
  const { value: webhook } = useAuditWebhook()
  const [typed, setTyped] = useState<string>()
  const [secret, setSecret] = useState<string>()
  const url = typed ?? webhook?.url ?? ''
  const setting = useSaving(async (wanted: string) => {
    const { reply, problem } = await setAuditWebhook(wanted)
    setSecret(reply?.secret)
    return problem
  })
  const removing = useSaving(() => removeAuditWebhook())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await setting.run(url)) setTyped(undefined)
  }
  const remove = async () => {
    if (!(await removing.run(undefined))) return
    setSecret(undefined)
    setTyped(undefined)
  }
  return (
    <details className={styles.webhook}>
      <summary>{text('audit.webhook')}</summary>
      <form className={lists.card} onSubmit={submit}>
        <SectionNote>{text('audit.webhook.about')}</SectionNote>
        <TextField
          label={text('audit.webhook.url')}
          type="url"
          value={url}
          placeholder="https://logs.example.com/audit"
          problem={setting.problem ?? removing.problem}
          required
          onChange={({ target }) => setTyped(target.value)}
        />
        {webhook?.problem != null && (
          <p role="status">{text('audit.webhook.problem', { problem: webhook.problem })}</p>
        )}
        {secret !== undefined && (
          <CopyField
            label={text('audit.webhook.secret')}
            hint={text('audit.webhook.secretHint')}
            value={secret}
          />
        )}
        <div className={lists.bar}>
          <Button type="submit" kind="primary" busy={setting.phase === 'saving'}>
            {text('audit.webhook.set')}
          </Button>
          {webhook != null && (
            <Button busy={removing.phase === 'saving'} onClick={() => void remove()}>
              {text('audit.webhook.remove')}
            </Button>
          )}
        </div>
      </form>
    </details>
  )
}
