import { ExternalLink, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { addPlayground, removePlayground } from '../../settings/org-lists.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { useSaving } from '../forms/saving.ts'
import { expandTemplate } from './linkifier-try.ts'
import styles from './Organization.module.css'
import { useOrgDenied } from './use-org-denied.ts'

/** Code playgrounds by language. */
export function PlaygroundsSection() {
  const text = useText()
  const denied = useOrgDenied(false)
  const playgrounds = useOrg((org) => org.realm_playgrounds)
  return (
    <>
      <p className={lists.nothing}>{text('organization.playgrounds.effect')}</p>
      {denied === undefined && <PlaygroundForm />}
      <ul className={lists.list} data-wide>
        {(playgrounds ?? []).map((one) => (
          <li key={one.id} className={lists.row}>
            <span className={lists.main}>
              <bdi className={lists.name}>{one.name}</bdi>
              <span className={lists.chip}>{one.highlight_language}</span>
              <div className={lists.soft} dir="auto">
                {one.url_template}
              </div>
            </span>
            <span className={lists.actions}>
              <a
                href={expandTemplate(one.url_template, { code: 'print("loquat")' })}
                target="_blank"
                rel="noreferrer"
                aria-label={text('organization.playgrounds.try', { name: one.name })}
                title={text('organization.playgrounds.try', { name: one.name })}
              >
                <ExternalLink size={17} />
              </a>
              <IconButton
                label={text('organization.removeOne', { name: one.name })}
                icon={<Trash2 size={16} />}
                denied={denied}
                onClick={async () => showProblemToast(await removePlayground(one.id))}
              />
            </span>
          </li>
        ))}
      </ul>
      {playgrounds?.length === 0 && <p className={lists.nothing}>{text('organization.playgrounds.none')}</p>}
    </>
  )
}

function PlaygroundForm() {
  const text = useText()
  const [name, setName] = useState('')
  const [language, setLanguage] = useState('')
  const [template, setTemplate] = useState('')
  const { phase, problem, run } = useSaving(() => addPlayground(name, language, template))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    setName('')
    setLanguage('')
    setTemplate('')
  }
  return (
    <form className={lists.card} onSubmit={submit}>
      <div className={styles.pair}>
        <TextField
          label={text('organization.playgrounds.name')}
          value={name}
          required
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={text('organization.playgrounds.language')}
          value={language}
          placeholder="Rust"
          required
          onChange={({ target }) => setLanguage(target.value)}
        />
      </div>
      <TextField
        label={text('organization.playgrounds.template')}
        value={template}
        placeholder="https://play.rust-lang.org/?code={code}"
        problem={problem}
        required
        onChange={({ target }) => setTemplate(target.value)}
      />
      <Button type="submit" kind="primary" busy={phase === 'saving'}>
        {text('common.add')}
      </Button>
    </form>
  )
}
