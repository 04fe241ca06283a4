import type { ImportReport } from '@loquat/contract'
import { TextField } from '../../../components/Field.tsx'
import { useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { SettingGroup } from '../../forms/Setting.tsx'
import styles from './Import.module.css'

/** People with a field of their own. More of them can be given an address with a CSV file. */
const maxFields = 25

interface Props {
  people: ImportReport['without_email']
  /** Whether addresses can be added before the import. */
  canAdd: boolean
  emails: Readonly<Record<string, string>>
  onChange: (emails: Record<string, string>) => void
  onFile: (csv: string) => void
}

/** People whose email address is not in the archive. */
export function WithoutEmail({ people, canAdd, emails, onChange, onFile }: Props) {
  const text = useText()
  if (people.length === 0) return null
  const note = `${text('import.without.effect')} ${text(canAdd ? 'import.without.add' : 'import.without.later')}`
  return (
    <SettingGroup title={text('import.without', { count: people.length })} note={note}>
      {canAdd ? (
        <>
          <div className={styles.people}>
            {people.slice(0, maxFields).map(({ id, name }) => (
              <TextField
                key={id}
                label={name}
                type="email"
                placeholder={text('import.without.email')}
                value={emails[id] ?? ''}
                onChange={({ target }) => onChange({ ...emails, [id]: target.value })}
              />
            ))}
          </div>
          {people.length > maxFields && (
            <p className={styles.figures}>
              {text('import.without.more', { count: people.length - maxFields })}
            </p>
          )}
          <TextField
            className={lists.form}
            label={text('import.without.csv')}
            type="file"
            accept=".csv,text/csv"
            hint={text('import.without.csv.hint')}
            onChange={({ target }) => void target.files?.[0]?.text().then(onFile)}
          />
        </>
      ) : (
        <p>{people.map(({ name }) => name).join(', ')}</p>
      )}
    </SettingGroup>
  )
}

/** The addresses as CSV; undefined if there are none. */
export function csvOf(emails: Readonly<Record<string, string>>): string | undefined {
  const rows = Object.entries(emails).filter(([, email]) => email.trim() !== '')
  if (rows.length === 0) return undefined
  const quoted = (field: string) => `"${field.replaceAll('"', '""')}"`
  return ['userid,email', ...rows.map(([id, email]) => `${quoted(id)},${quoted(email.trim())}`)].join('\n')
}
