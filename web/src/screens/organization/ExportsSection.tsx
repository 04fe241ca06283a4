import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { peopleById } from '../../people/people.ts'
import { useOrg } from '../../session/session.ts'
import { deleteExport, requestExport, useConsents, useExports } from '../../settings/exports.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { ReadOnlyNote, SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'

type Export = NonNullable<ReturnType<typeof useExports>['value']>[number]

export function ExportsSection() {
  const text = useText()
  const isAdmin = useOrg((org) => org.is_admin === true)
  return isAdmin ? <Exports /> : <ReadOnlyNote>{text('organization.exports.denied')}</ReadOnlyNote>
}

/** Data exports of the organization. */
function Exports() {
  const text = useText()
  const exports = useExports()
  const consents = useConsents()
  const [doomed, setDoomed] = useState<Export>()
  const { phase, problem, run } = useSaving(requestExport)
  const agreed = consents.value?.filter((one) => one.consented).length ?? 0
  return (
    <>
      <SettingGroup title={text('organization.exports.new')} note={text('organization.exports.effect')}>
        {problem !== undefined && (
          <p className={lists.problem} role="alert">
            {problem}
          </p>
        )}
        <p className={lists.soft}>
          {text('organization.exports.consents', { agreed, all: consents.value?.length ?? 0 })}
        </p>
        <div className={lists.buttons}>
          <Button kind="primary" busy={phase === 'saving'} onClick={() => void run(1)}>
            {text('organization.exports.public')}
          </Button>
          <Button busy={phase === 'saving'} onClick={() => void run(2)}>
            {text('organization.exports.consented', { agreed })}
          </Button>
        </div>
      </SettingGroup>
      <SettingGroup title={text('organization.exports.all')}>
        <Loaded resource={exports}>
          {(all) => (
            <>
              <ul className={lists.list}>
                {all.toReversed().map((one) => (
                  <ExportRow key={one.id} entry={one} onDelete={() => setDoomed(one)} />
                ))}
              </ul>
              {all.length === 0 && <p className={lists.nothing}>{text('organization.exports.none')}</p>}
            </>
          )}
        </Loaded>
      </SettingGroup>
      {doomed !== undefined && (
        <Confirm
          title={text('organization.exports.deleteTitle')}
          body={text('organization.exports.deleteBody')}
          action={text('common.delete')}
          onConfirm={async () => showProblemToast(await deleteExport(doomed.id))}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}

function ExportRow({ entry, onDelete }: { entry: Export; onDelete: () => void }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const state =
    entry.deleted_timestamp !== null
      ? 'deleted'
      : entry.failed_timestamp !== null
        ? 'failed'
        : entry.pending
          ? 'pending'
          : 'ready'
  return (
    <li className={lists.row}>
      <span className={lists.main}>
        <span className={lists.name}>
          {new Date(entry.export_time * 1_000).toLocaleString(locale, {
            dateStyle: 'medium',
            timeStyle: 'short',
          })}
        </span>
        <span className={lists.chip}>{text(`organization.exports.${state}`)}</span>
        <div className={lists.soft}>
          {text(`organization.exports.type.${entry.export_type}`)} ·{' '}
          {people.get(entry.acting_user_id)?.full_name}
        </div>
        {state === 'pending' && <progress aria-label={text('organization.exports.pending')} />}
      </span>
      {state === 'ready' && entry.export_url !== null && (
        <span className={lists.actions}>
          <a className={lists.plainLink} href={entry.export_url} download>
            {text('organization.exports.download')}
          </a>
          <IconButton label={text('common.delete')} icon={<Trash2 size={17} />} onClick={onDelete} />
        </span>
      )}
    </li>
  )
}
