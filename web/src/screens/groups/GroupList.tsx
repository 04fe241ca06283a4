import type { UserGroupObject } from '@loquat/contract'
import { UsersRound } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { foldText } from '../../lib/fold-text.ts'
import { addressOf, navigate } from '../../navigation/router.ts'
import { joinGroup, leaveGroup } from '../../people/manage-groups.ts'
import { membersIn, namedGroups } from '../../people/user-groups.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import { org, useOrg } from '../../session/session.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { FilterField } from '../forms/FilterField.tsx'
import lists from '../forms/Lists.module.css'
import { Choices } from '../forms/TabbedDialog.tsx'

const tabs = ['all', 'mine', 'deactivated'] as const
type Tab = (typeof tabs)[number]

/** Lists user-created groups. */
export function GroupList() {
  const text = useText()
  const groups = useOrg(namedGroups)
  const me = useOrg((state) => state.user_id ?? 0)
  const mayCreate = useIsAllowed({ kind: 'create-group' })
  const [tab, setTab] = useState<Tab>('all')
  const [filter, setFilter] = useState('')
  const wanted = foldText(filter.trim())
  const shown = groups.filter(
    (group) =>
      group.deactivated === (tab === 'deactivated') &&
      (tab !== 'mine' || membersIn(org(), group.id).has(me)) &&
      foldText(`${group.name} ${group.description}`).includes(wanted),
  )
  return (
    <>
      <Choices
        label={text('groups.which')}
        options={tabs.map((id) => ({ id, label: text(`groups.tab.${id}`) }))}
        current={tab}
        onChange={setTab}
      />
      <div className={lists.bar}>
        <FilterField label={text('groups.filter')} value={filter} onChange={setFilter} />
        <Button
          kind="primary"
          denied={mayCreate ? undefined : text('groups.createDenied')}
          onClick={() => navigate({ kind: 'group-new' })}
        >
          {text('groups.new')}
        </Button>
      </div>
      <ul className={lists.list} data-wide>
        {shown.map((group) => (
          <Row key={group.id} group={group} />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className={lists.nothing}>{text(filter === '' ? `groups.none.${tab}` : 'groups.noneFit')}</p>
      )}
    </>
  )
}

function Row({ group }: { group: UserGroupObject }) {
  const text = useText()
  const isMember = useOrg((state) => group.members.includes(state.user_id ?? 0))
  const mayJoin = useIsAllowed({ kind: 'join-group', groupId: group.id })
  const mayLeave = useIsAllowed({ kind: 'leave-group', groupId: group.id })
  const count = membersIn(org(), group.id).size
  return (
    <li className={lists.row}>
      <UsersRound size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className={lists.main}>
        <a href={addressOf({ kind: 'group-settings', groupId: group.id, tab: 'general' })} dir="auto">
          {group.name}
        </a>
        <div className={lists.soft} dir="auto">
          {text('groups.members', { count })}
          {group.description !== '' && ` · ${group.description}`}
        </div>
      </span>
      {!group.deactivated && (
        <Button
          size="small"
          denied={
            isMember
              ? mayLeave
                ? undefined
                : text('groups.leaveDenied')
              : mayJoin
                ? undefined
                : text('groups.joinDenied')
          }
          onClick={async () =>
            showProblemToast(await (isMember ? leaveGroup(group.id) : joinGroup(group.id)))
          }
        >
          {text(isMember ? 'groups.leave' : 'groups.join')}
        </Button>
      )}
    </li>
  )
}
