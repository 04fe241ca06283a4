import { type FormEvent, useEffect, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { TextField } from '../../../components/Field.tsx'
import {
  type AuditWebhook,
  fetchAuditWebhook,
  removeAuditWebhook,
  setAuditWebhook,
} from '../../../settings/audit-webhook.ts'
import { useText } from '../../../texts/texts.tsx'
import { CopyField } from '../../forms/CopyField.tsx'
import lists from '../../forms/Lists.module.css'
import { useSaving } from '../../forms/saving.ts'
import styles from './Audit.module.css'

/** The address that gets new entries. Closed until it is wanted. */
export function AuditWebhookForm() {
  const text = useText()
  const [webhook, setWebhook] = useState<AuditWebhook | null>()
  const [url, setUrl] = useState('')
  const [secret, setSecret] = useState<string>()
  const load = async () => {
    const { reply } = await fetchAuditWebhook()
    setWebhook(reply?.webhook ?? null)
    setUrl(reply?.webhook?.url ?? '')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void load(), [])
  const setting = useSaving(async (wanted: string) => {
    const { reply, problem } = await setAuditWebhook(wanted)
    setSecret(reply?.secret)
    return problem
  })
  const removing = useSaving(() => removeAuditWebhook())
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await setting.run(url)) await load()
  }
  const remove = async () => {
    if (!(await removing.run(undefined))) return
    setSecret(undefined)
    await load()
  }
  return (
    <details className={styles.webhook}>
      <summary>{text('audit.webhook')}</summary>
      <form className={lists.card} onSubmit={submit}>
        <p className={lists.soft}>{text('audit.webhook.about')}</p>
        <TextField
          label={text('audit.webhook.url')}
          type="url"
          value={url}
          placeholder="https://logs.example.com/audit"
          problem={setting.problem ?? removing.problem}
          required
          onChange={({ target }) => setUrl(target.value)}
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
