import type { UserGroupObject } from '@loquat/contract'
import { UsersRound } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../components/Button.tsx'
import { addressOf } from '../../navigation/router.ts'
import { useActivePeople } from '../../people/all-people.ts'
import { addToGroup, removeFromGroup } from '../../people/manage-groups.ts'
import { groupLabel, groupsById, membersIn } from '../../people/user-groups.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { org, useOrg } from '../../session/session.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showUndoToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { AddBar } from '../forms/AddBar.tsx'
import lists from '../forms/Lists.module.css'
import { groupKey, idsOf, useGroupOptions, usePeopleOptions, userKey } from '../forms/options.tsx'
import { PeopleRows } from '../forms/PeopleRows.tsx'

/** Members of a group: users and subgroups. */
export function MembersTab({ group }: { group: UserGroupObject }) {
  const text = useText()
  const people = useActivePeople()
  const groups = useOrg(groupsById)
  const mayRemove = useIsAllowed({ kind: 'remove-members', groupId: group.id })
  const denied = mayRemove ? undefined : text('groups.removeDenied')
  const all = useMemo(() => {
    const ids = membersIn(org(), group.id)
    return people.filter((person) => ids.has(person.user_id))
  }, [people, groups, group.id])
  const direct = useMemo(() => new Set(group.members), [group.members])
  return (
    <>
      {!group.is_system_group && <AddMembers group={group} />}
      {group.direct_subgroup_ids.length > 0 && (
        <ul className={lists.list} data-wide>
          {group.direct_subgroup_ids.map((id) => (
            <li key={id} className={lists.row}>
              <UsersRound size={20} aria-hidden="true" />
              <span className={lists.main}>
                <a href={addressOf({ kind: 'group-settings', groupId: id, tab: 'members' })}>
                  {groupLabel(groups.get(id), text)}
                </a>
              </span>
              {!group.is_system_group && (
                <Button
                  size="small"
                  kind="quiet"
                  denied={denied}
                  onClick={async () => showProblemToast(await removeFromGroup(group.id, { groups: [id] }))}
                >
                  {text('common.remove')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <PeopleRows
        people={all}
        label={text('groups.settings.members')}
        action={(person) =>
          direct.has(person.user_id) ? (
            !group.is_system_group && (
              <Button
                size="small"
                kind="quiet"
                denied={denied}
                onClick={async () => {
                  if (showProblemToast(await removeFromGroup(group.id, { people: [person.user_id] })))
                    showUndoToast(
                      'groups.removed',
                      () => void addToGroup(group.id, { people: [person.user_id] }),
                      {
                        name: person.full_name,
                      },
                    )
                }}
              >
                {text('common.remove')}
              </Button>
            )
          ) : (
            <span className={lists.soft}>{text('groups.indirect')}</span>
          )
        }
      />
    </>
  )
}

function AddMembers({ group }: { group: UserGroupObject }) {
  const text = useText()
  const mayAdd = useIsAllowed({ kind: 'add-members', groupId: group.id })
  const people = usePeopleOptions()
  const groups = useGroupOptions({ withSystem: true })
  const options = useMemo(() => {
    const taken = new Set([
      ...group.members.map(userKey),
      ...group.direct_subgroup_ids.map(groupKey),
      groupKey(group.id),
    ])
    return [...groups, ...people].filter(({ key }) => !taken.has(key))
  }, [groups, people, group])
  const add = (keys: string[]) =>
    addToGroup(group.id, { people: idsOf(keys, 'user'), groups: idsOf(keys, 'group') })
  if (!mayAdd) return <p className={lists.nothing}>{text('groups.addDenied')}</p>
  return <AddBar label={text('groups.add')} options={options} onAdd={add} />
}
