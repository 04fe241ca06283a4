import type { ChannelObject, RegisteredUser } from '@loquat/contract'
import { useMemo } from 'react'
import { addSubscribers, removeSubscribers } from '../../channels/manage-channels.ts'
import { useSubscribers } from '../../channels/subscribers.ts'
import { Button } from '../../components/Button.tsx'
import { useActivePeople } from '../../people/all-people.ts'
import { membersIn } from '../../people/user-groups.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { org, useOrg } from '../../session/session.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showUndoToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { AddBar } from '../forms/AddBar.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { idsOf, useGroupOptions, usePeopleOptions, userKey } from '../forms/options.tsx'
import { PeopleRows } from '../forms/PeopleRows.tsx'

/** Subscribers of a channel. */
export function MembersTab({ channel }: { channel: ChannelObject }) {
  const text = useText()
  const subscribers = useSubscribers(channel.stream_id)
  const people = useActivePeople()
  const me = useOrg((state) => state.user_id)
  const mayRemove = useIsAllowed({ kind: 'remove-subscribers', channelId: channel.stream_id })
  const ids = useMemo(() => new Set(subscribers.value), [subscribers.value])
  const inside = useMemo(() => people.filter((person) => ids.has(person.user_id)), [people, ids])
  const remove = async (person: RegisteredUser) => {
    if (showProblemToast(await removeSubscribers(channel.stream_id, [person.user_id])))
      showUndoToast('channels.removed', () => void addSubscribers(channel.stream_id, [person.user_id]), {
        name: person.full_name,
      })
  }
  return (
    <>
      <AddPeople channel={channel} inside={ids} />
      <Loaded resource={subscribers}>
        {() => (
          <PeopleRows
            people={inside}
            label={text('channels.settings.members')}
            action={(person) => (
              <Button
                size="small"
                kind="quiet"
                denied={mayRemove || person.user_id === me ? undefined : text('channels.removeDenied')}
                onClick={() => void remove(person)}
              >
                {text('common.remove')}
              </Button>
            )}
          />
        )}
      </Loaded>
    </>
  )
}

function AddPeople({ channel, inside }: { channel: ChannelObject; inside: ReadonlySet<number> }) {
  const text = useText()
  const isAllowed = useIsAllowed({ kind: 'add-subscribers', channelId: channel.stream_id })
  const mayAdd = isAllowed && !channel.is_archived
  const people = usePeopleOptions()
  const groups = useGroupOptions()
  const options = useMemo(
    () => [...groups, ...people.filter(({ key }) => !inside.has(Number(key.slice(userKey(0).length - 1))))],
    [groups, people, inside],
  )
  const add = (keys: string[]) => {
    const all = membersIn(org(), {
      direct_members: idsOf(keys, 'user'),
      direct_subgroups: idsOf(keys, 'group'),
    })
    return addSubscribers(channel.stream_id, [...all])
  }
  if (!mayAdd) return <p className={lists.nothing}>{text('channels.addDenied')}</p>
  return <AddBar label={text('channels.add')} options={options} onAdd={add} />
}
