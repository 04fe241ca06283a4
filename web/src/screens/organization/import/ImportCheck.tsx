import type { ImportReport, RealmImport } from '@loquat/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { SwitchField, TextField } from '../../../components/Field.tsx'
import { startImport } from '../../../settings/imports.ts'
import { errorSentence } from '../../../texts/reasons.ts'
import { useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import { useSaving } from '../../forms/saving.ts'
import { CancelButton } from './CancelButton.tsx'
import styles from './Import.module.css'
import { ReportTable } from './ReportTable.tsx'
import { csvOf, WithoutEmail } from './WithoutEmail.tsx'

type StartInput = Parameters<typeof startImport>[1]
type SourceOptions = Pick<StartInput, 'team' | 'download_files' | 'keep_unread' | 'private_channels'>

/** An uploaded archive: checks it first, then shows the report of the dry run and starts the import. */
export function ImportCheck({ found }: { found: RealmImport }) {
  const text = useText()
  const { report } = found
  const [options, setOptions] = useState<SourceOptions>({})
  const [emails, setEmails] = useState<Record<string, string>>({})
  const [subdomain, setSubdomain] = useState(report?.organization.subdomain ?? '')
  const [name, setName] = useState(report?.organization.name ?? '')
  const [isUnavailable, setUnavailable] = useState(false)
  const { phase, problem, run } = useSaving(async (input: StartInput) => {
    const csv = csvOf(emails)
    const added = csv === undefined ? {} : { emails: csv }
    const failure = await startImport(found.id, { ...options, ...added, ...input })
    setUnavailable(failure?.body.reason === 'import-subdomain-unavailable')
    return failure
  })
  const isBusy = phase === 'saving'
  const hasFailed = found.error !== null
  const check = (csv?: string) => void run({ dry_run: true, ...(csv === undefined ? {} : { emails: csv }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (report === null) check()
    else void run({ subdomain: subdomain.trim(), name: name.trim() })
  }
  return (
    <form onSubmit={submit}>
      {found.error !== null && <Failure found={found} error={found.error} />}
      {report === null ? (
        <SettingGroup
          title={found.file_name}
          note={text(hasFailed ? 'import.check.retry' : 'import.check.effect')}
        >
          <OptionFields source={found.source} options={options} onChange={setOptions} />
        </SettingGroup>
      ) : (
        <>
          <ReportTable report={report} />
          <WithoutEmail
            people={report.without_email}
            canAdd={found.source === 'slack'}
            emails={emails}
            onChange={setEmails}
            onFile={check}
          />
          <SettingGroup title={text('import.new')} note={text('import.new.effect')}>
            <div className={lists.form}>
              <TextField
                label={text('import.name')}
                required
                maxLength={40}
                value={name}
                onChange={({ target }) => setName(target.value)}
              />
              <TextField
                label={text('import.subdomain')}
                required
                dir="ltr"
                autoCapitalize="none"
                spellCheck={false}
                hint={text('import.subdomain.hint', { url: urlAt(report.organization, subdomain) })}
                problem={isUnavailable ? text('import.subdomain.unavailable') : undefined}
                value={subdomain}
                onChange={({ target }) => {
                  setSubdomain(target.value.toLowerCase())
                  setUnavailable(false)
                }}
              />
            </div>
            <OptionFields source={found.source} options={options} onChange={setOptions} />
          </SettingGroup>
        </>
      )}
      {problem !== undefined && !isUnavailable && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={isBusy}>
          {text(report !== null ? 'import.start' : hasFailed ? 'import.check.again' : 'import.check')}
        </Button>
        {report !== null && (
          <Button busy={isBusy} onClick={() => check()}>
            {text('import.check.again')}
          </Button>
        )}
        <CancelButton found={found} />
      </div>
    </form>
  )
}

/** The address of the report, with another subdomain. */
const urlAt = ({ url, subdomain }: ImportReport['organization'], chosen: string) =>
  url.replace(`//${subdomain}.`, `//${chosen.trim() || '…'}.`)

interface OptionProps {
  source: RealmImport['source']
  options: SourceOptions
  onChange: (options: SourceOptions) => void
}

/** Options that only one product has. */
function OptionFields({ source, options, onChange }: OptionProps) {
  const text = useText()
  const toggle = (name: 'download_files' | 'keep_unread' | 'private_channels') => (
    <SwitchField
      label={text(`import.${name}`)}
      hint={text(`import.${name}.hint`)}
      checked={options[name] === true}
      onChange={(checked) => onChange({ ...options, [name]: checked })}
    />
  )
  switch (source) {
    case 'slack':
      return toggle('download_files')
    case 'discord':
      return toggle('private_channels')
    case 'mattermost':
      return (
        <>
          <TextField
            className={lists.form}
            label={text('import.team')}
            hint={text('import.team.hint')}
            value={options.team ?? ''}
            onChange={({ target }) => {
              const { team: _, ...others } = options
              onChange(target.value === '' ? others : { ...others, team: target.value })
            }}
          />
          {toggle('keep_unread')}
        </>
      )
    default:
      return null
  }
}

function Failure({ found, error }: { found: RealmImport; error: string }) {
  const text = useText()
  const { reason, reason_params: reasonParams } = found
  const sentence = errorSentence({ reason: reason ?? '', reasonParams, message: error })
  return (
    <div className={styles.failure} role="alert">
      <p>{text(found.dry_run ? 'import.failed.dry' : 'import.failed')}</p>
      <p lang={sentence === error ? 'en' : undefined}>{sentence}</p>
    </div>
  )
}
