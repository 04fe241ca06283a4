import { useMemo } from 'react'
import { useChannels } from '../../../channels/all-channels.ts'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import type { ScopeChoice } from '../../../settings/legal-holds.ts'
import { useText } from '../../../texts/texts.tsx'
import { FieldLabel } from '../../forms/FieldLabel.tsx'
import lists from '../../forms/Lists.module.css'
import { channelKey, idsOf, userKey } from '../../forms/options.tsx'
import { PillPicker } from '../../forms/PillPicker.tsx'

/** A scope as it is typed. Dates are in the time zone of the browser. */
export interface TypedScope {
  people: string[]
  channels: string[]
  from: string
  until: string
}

export const emptyScope: TypedScope = { people: [], channels: [], from: '', until: '' }

const secondsOf = (date: string, addedDays = 0) => {
  if (date === '') return null
  const day = new Date(`${date}T00:00:00`)
  day.setDate(day.getDate() + addedDays)
  return Math.floor(day.getTime() / 1_000)
}

/** The last day counts as a whole. */
export const scopeOf = ({ people, channels, from, until }: TypedScope): ScopeChoice => ({
  user_ids: idsOf(people, 'user'),
  channel_ids: idsOf(channels, 'channel'),
  sent_from: secondsOf(from),
  sent_until: secondsOf(until, 1),
})

interface Props {
  scope: TypedScope
  onChange: (scope: TypedScope) => void
}

/** Fields for people, channels and a time. Deactivated people and archived channels can be chosen, too. */
export function ScopeFields({ scope, onChange }: Props) {
  const text = useText()
  const people = useOrg(peopleById)
  const channels = useChannels()
  const peopleOptions = useMemo(
    () => [...people.values()].map((one) => ({ key: userKey(one.user_id), label: one.full_name })),
    [people],
  )
  const channelOptions = useMemo(
    () => channels.map((one) => ({ key: channelKey(one.stream_id), label: one.name })),
    [channels],
  )
  const change = (part: Partial<TypedScope>) => onChange({ ...scope, ...part })
  return (
    <>
      <FieldLabel label={text('hold.people')}>
        <PillPicker
          label={text('hold.people')}
          options={peopleOptions}
          chosen={scope.people}
          placeholder={text('hold.people.hint')}
          onChange={(chosen) => change({ people: chosen })}
        />
      </FieldLabel>
      <FieldLabel label={text('hold.channels')}>
        <PillPicker
          label={text('hold.channels')}
          options={channelOptions}
          chosen={scope.channels}
          placeholder={text('hold.channels.hint')}
          onChange={(chosen) => change({ channels: chosen })}
        />
      </FieldLabel>
      <div className={lists.inline}>
        {(['from', 'until'] as const).map((end) => (
          <label key={end} className={lists.date}>
            {text(`hold.${end}`)}
            <input
              type="date"
              value={scope[end]}
              onChange={({ target }) => change({ [end]: target.value })}
            />
          </label>
        ))}
      </div>
    </>
  )
}
