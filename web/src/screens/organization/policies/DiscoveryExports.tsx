import { Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { Button, IconButton } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Confirm.tsx'
import { TextField } from '../../../components/Field.tsx'
import { parseUrl } from '../../../lib/parse.ts'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import {
  deleteDiscovery,
  refreshDiscoveryExports,
  requestDiscovery,
  useDiscoveryExports,
} from '../../../settings/legal-holds.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { SettingGroup } from '../../forms/Setting.tsx'
import { useSaving } from '../../forms/saving.ts'
import { emptyScope, ScopeFields, scopeOf } from './ScopeFields.tsx'
import { useScopeText } from './use-scope-text.ts'

type DiscoveryExport = NonNullable<ReturnType<typeof useDiscoveryExports>['value']>[number]

/** No event tells that an export made progress: nobody else should know of it. */
const refreshMs = 3_000

const wordsIn = (typed: string) =>
  typed
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

export function DiscoveryExports() {
  const text = useText()
  const exports = useDiscoveryExports()
  const [doomed, setDoomed] = useState<DiscoveryExport>()
  const isPending = exports.value?.some((one) => one.state === 'pending') === true
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(refreshDiscoveryExports, refreshMs)
    return () => clearInterval(timer)
  }, [isPending])
  return (
    <>
      <SettingGroup title={text('discovery.new')} note={text('discovery.effect')}>
        <NewExport />
      </SettingGroup>
      <SettingGroup title={text('discovery.list')}>
        <Loaded resource={exports}>
          {(all) => (
            <>
              <ul className={lists.list} aria-label={text('discovery.list')}>
                {all.map((one) => (
                  <ExportRow key={one.discovery_export_id} entry={one} onDelete={() => setDoomed(one)} />
                ))}
              </ul>
              {all.length === 0 && <p className={lists.nothing}>{text('discovery.none')}</p>}
            </>
          )}
        </Loaded>
      </SettingGroup>
      {doomed !== undefined && (
        <Confirm
          title={text('discovery.deleteTitle')}
          body={text('discovery.deleteBody')}
          action={text('common.delete')}
          onConfirm={async () => showProblemToast(await deleteDiscovery(doomed.discovery_export_id))}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

function NewExport() {
  const text = useText()
  const [scope, setScope] = useState(emptyScope)
  const [words, setWords] = useState('')
  const { phase, problem, run } = useSaving(requestDiscovery)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run({ ...scopeOf(scope), words: wordsIn(words) }))) return
    setScope(emptyScope)
    setWords('')
  }
  return (
    <form className={lists.form} onSubmit={submit}>
      <ScopeFields scope={scope} onChange={setScope} />
      <TextField
        label={text('discovery.words')}
        hint={text('discovery.words.hint')}
        value={words}
        problem={problem}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={phase === 'saving'}>
          {text('discovery.make')}
        </Button>
      </div>
    </form>
  )
}

function ExportRow({ entry, onDelete }: { entry: DiscoveryExport; onDelete: () => void }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const scopeText = useScopeText()
  const { query, state, messages_total: total, messages_read: read } = entry
  const words = query.words.map((word) => `“${word}”`)
  return (
    <li className={lists.row}>
      <span className={lists.main}>
        <span className={lists.name}>
          {new Date(entry.requested_at * 1_000).toLocaleString(locale, {
            dateStyle: 'medium',
            timeStyle: 'short',
          })}
        </span>
        <span className={lists.chip}>{text(`discovery.${state}`)}</span>
        <div className={lists.soft} dir="auto">
          {[scopeText(query), ...words].join(' · ')}
        </div>
        <div className={lists.soft}>{people.get(entry.requested_by)?.full_name}</div>
        {state === 'pending' && (
          <progress
            aria-label={text('discovery.pending')}
            {...(total === null ? {} : { max: Math.max(1, total), value: read })}
          />
        )}
      </span>
      {entry.download_url !== null && (
        <span className={lists.actions}>
          <a className={lists.plainLink} href={parseUrl(entry.download_url)?.pathname} download>
            {text('discovery.download')}
          </a>
          <IconButton label={text('common.delete')} icon={<Trash2 size={17} />} onClick={onDelete} />
        </span>
      )}
    </li>
  )
}
