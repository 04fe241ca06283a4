import { Button } from '../../components/Button.tsx'
import { Avatar } from '../../people/Avatar.tsx'
import { peopleById } from '../../people/people.ts'
import { mutePerson, unmutePerson } from '../../people/people-actions.ts'
import { useOrg } from '../../session/session.ts'
import { showUndoToast } from '../../shell/toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { idsOf, usePeopleOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'

/** Muted users. */
export function MutedSection() {
  const text = useText()
  const locale = useLocale()
  const muted = useOrg((org) => org.muted_users)
  const people = useOrg(peopleById)
  const me = useOrg((org) => org.user_id)
  const options = usePeopleOptions({ withBots: false })
  const { problem, run } = useSaving(mutePerson)
  const hidden = new Set(muted?.map(({ id }) => `user:${id}`))
  const unmute = async (id: number, name: string) => {
    if ((await unmutePerson(id)) === undefined)
      showUndoToast('settings.muted.undone', () => void mutePerson(id), { name })
  }
  return (
    <SettingGroup note={text('settings.muted.effect')}>
      <PillPicker
        label={text('settings.muted.add')}
        placeholder={text('settings.muted.add')}
        options={options.filter(({ key }) => !hidden.has(key) && key !== `user:${me}`)}
        chosen={[]}
        onChange={(keys) => {
          const [id] = idsOf(keys, 'user')
          if (id !== undefined) void run(id)
        }}
      />
      {problem !== undefined && (
        <p className={lists.problem} role="alert">
          {problem}
        </p>
      )}
      <ul className={lists.list}>
        {(muted ?? []).map(({ id, timestamp }) => {
          const name = people.get(id)?.full_name ?? text('profile.unknown')
          return (
            <li key={id} className={lists.row}>
              <Avatar userId={id} size={28} />
              <span className={lists.main}>
                <span dir="auto">{name}</span>
                <div className={lists.soft}>
                  {text('settings.muted.since', {
                    date: new Date(timestamp * 1_000).toLocaleDateString(locale),
                  })}
                </div>
              </span>
              <Button size="small" onClick={() => void unmute(id, name)}>
                {text('settings.muted.unmute')}
              </Button>
            </li>
          )
        })}
      </ul>
      {muted?.length === 0 && <p className={lists.nothing}>{text('settings.muted.none')}</p>}
    </SettingGroup>
  )
}
