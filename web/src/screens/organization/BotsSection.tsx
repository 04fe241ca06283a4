import { useMemo, useState } from 'react'
import { foldText } from '../../lib/fold-text.ts'
import { addressOf } from '../../navigation/router.ts'
import { Avatar } from '../../people/Avatar.tsx'
import { useActivePeople } from '../../people/all-people.ts'
import { peopleById } from '../../people/people.ts'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import { BotRow } from '../settings/BotRow.tsx'

/** All bots, with a menu for those that the reader may manage. */
export function BotsSection() {
  const text = useText()
  const people = useActivePeople()
  const known = useOrg(peopleById)
  const managed = useOrg((org) => org.realm_bots)
  const [filter, setFilter] = useState('')
  const byId = useMemo(() => new Map(managed?.map((bot) => [bot.user_id, bot])), [managed])
  const shown = people.filter(
    (one) => one.is_bot && foldText(one.full_name).includes(foldText(filter.trim())),
  )
  const ownerOf = (id: number | null | undefined) => {
    const owner = id === null || id === undefined ? undefined : known.get(id)
    return owner === undefined
      ? text('organization.bots.noOwner')
      : text('organization.bots.owner', { name: owner.full_name })
  }
  return (
    <>
      <div className={lists.bar}>
        <FilterField label={text('organization.bots.filter')} value={filter} onChange={setFilter} />
      </div>
      <ul className={lists.list} data-wide>
        {shown.map((person) => {
          const bot = byId.get(person.user_id)
          if (bot !== undefined)
            return <BotRow key={person.user_id} bot={bot} owner={ownerOf(bot.owner_id)} />
          return (
            <li key={person.user_id} className={lists.row}>
              <Avatar userId={person.user_id} />
              <span className={lists.main}>
                <a href={addressOf({ kind: 'person', userId: person.user_id })} dir="auto">
                  {person.full_name}
                </a>
                <div className={lists.soft}>
                  {text(`settings.bots.type.${person.bot_type ?? 1}`)} ·{' '}
                  <bdi>{ownerOf(person.bot_owner_id)}</bdi>
                </div>
              </span>
            </li>
          )
        })}
      </ul>
      {shown.length === 0 && <p className={lists.nothing}>{text('organization.bots.none')}</p>}
    </>
  )
}
