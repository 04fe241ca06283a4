import { type FormEvent, useState } from 'react'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Confirm.tsx'
import { TextField } from '../../../components/Field.tsx'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import { placeHold, releaseHold, useLegalHolds } from '../../../settings/legal-holds.ts'
import { showProblemToast } from '../../../shell/error-toasts.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { ReadOnlyNote, SettingGroup } from '../../forms/Setting.tsx'
import { useSaving } from '../../forms/saving.ts'
import { DiscoveryExports } from './DiscoveryExports.tsx'
import { emptyScope, ScopeFields, scopeOf } from './ScopeFields.tsx'
import { useScopeText } from './use-scope-text.ts'

type Hold = NonNullable<ReturnType<typeof useLegalHolds>['value']>['legal_holds'][number]

const maxNameLength = 100

/** Legal holds and e-discovery exports, for owners. */
export function LegalHoldSection() {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  if (!isOwner) return <ReadOnlyNote>{text('hold.denied')}</ReadOnlyNote>
  return (
    <>
      <Holds />
      <DiscoveryExports />
    </>
  )
}

function Holds() {
  const text = useText()
  const holds = useLegalHolds()
  const [released, setReleased] = useState<Hold>()
  return (
    <>
      <SettingGroup title={text('hold.new')} note={text('hold.effect')}>
        <NewHold />
      </SettingGroup>
      <SettingGroup title={text('hold.list')}>
        <Loaded resource={holds}>
          {({ legal_holds: all, kept_messages: messages, kept_files: files }) => (
            <>
              <p className={lists.soft}>{text('hold.kept', { messages, files })}</p>
              <ul className={lists.list} aria-label={text('hold.list')}>
                {all.map((hold) => (
                  <HoldRow key={hold.legal_hold_id} hold={hold} onRelease={() => setReleased(hold)} />
                ))}
              </ul>
              {all.length === 0 && <p className={lists.nothing}>{text('hold.none')}</p>}
            </>
          )}
        </Loaded>
      </SettingGroup>
      {released !== undefined && (
        <Confirm
          title={text('hold.releaseTitle', { name: released.name })}
          body={text('hold.releaseBody')}
          action={text('hold.release')}
          onConfirm={async () => showProblemToast(await releaseHold(released.legal_hold_id))}
          onClose={() => setReleased(undefined)}
        />
      )}
    </>
  )
}

function NewHold() {
  const text = useText()
  const [name, setName] = useState('')
  const [scope, setScope] = useState(emptyScope)
  const { phase, problem, run } = useSaving(placeHold)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run({ name: name.trim(), ...scopeOf(scope) }))) return
    setName('')
    setScope(emptyScope)
  }
  return (
    <form className={lists.form} onSubmit={submit}>
      <TextField
        label={text('hold.name')}
        value={name}
        maxLength={maxNameLength}
        problem={problem}
        onChange={({ target }) => setName(target.value)}
      />
      <ScopeFields scope={scope} onChange={setScope} />
      <div className={lists.buttons}>
        <Button
          type="submit"
          kind="primary"
          busy={phase === 'saving'}
          denied={name.trim() === '' ? text('hold.needsName') : undefined}
        >
          {text('hold.place')}
        </Button>
      </div>
    </form>
  )
}

function HoldRow({ hold, onRelease }: { hold: Hold; onRelease: () => void }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const scopeText = useScopeText()
  const isReleased = hold.released_at !== null
  return (
    <li className={lists.row}>
      <span className={lists.main}>
        <bdi className={lists.name}>{hold.name}</bdi>
        <span className={lists.chip}>{text(isReleased ? 'hold.released' : 'hold.inForce')}</span>
        <div className={lists.soft} dir="auto">
          {scopeText(hold)}
        </div>
        <div className={lists.soft}>
          {text('hold.placedBy', {
            name: people.get(hold.created_by)?.full_name ?? String(hold.created_by),
            time: new Date(hold.created_at * 1_000).toLocaleString(locale, {
              dateStyle: 'medium',
              timeStyle: 'short',
            }),
          })}
        </div>
      </span>
      {!isReleased && (
        <Button size="small" onClick={onRelease}>
          {text('hold.release')}
        </Button>
      )}
    </li>
  )
}
