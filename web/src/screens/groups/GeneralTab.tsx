import type { GroupObjection, UserGroupObject } from '@loquat/contract'
import { useState } from 'react'
import { channelById } from '../../channels/channels.ts'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { deactivateGroup, describeGroup, reactivateGroup, renameGroup } from '../../people/manage-groups.ts'
import { groupById, groupLabel } from '../../people/user-groups.ts'
import { useIsAllowed } from '../../permissions/use-denial.ts'
import type { Problem } from '../../session/attempt.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { type Text, useText } from '../../texts/texts.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import lists from '../forms/Lists.module.css'
import { ReadOnlyNote, SettingGroup } from '../forms/Setting.tsx'
import { useProblemText } from '../forms/saving.ts'

const maxNameLength = 100

export function GeneralTab({ group }: { group: UserGroupObject }) {
  const text = useText()
  const isManager = useIsAllowed({ kind: 'manage-group', groupId: group.id })
  const denied = isManager
    ? undefined
    : text(group.is_system_group ? 'groups.ofSystem' : 'groups.managersOnly')
  return (
    <>
      {denied !== undefined && <ReadOnlyNote>{denied}</ReadOnlyNote>}
      <SettingGroup>
        <AutoText
          label={text('groups.name')}
          value={groupLabel(group, text)}
          maxLength={maxNameLength}
          denied={denied === undefined ? undefined : ' '}
          save={(name) => renameGroup(group.id, name)}
        />
        <AutoText
          label={text('groups.description')}
          value={group.description}
          isLong
          denied={denied === undefined ? undefined : ' '}
          save={(description) => describeGroup(group.id, description)}
        />
      </SettingGroup>
      {!group.is_system_group && <ActivationSetting group={group} denied={denied} />}
    </>
  )
}

function ActivationSetting({ group, denied }: { group: UserGroupObject; denied: string | undefined }) {
  const text = useText()
  const say = useProblemText()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  if (group.deactivated) {
    return (
      <SettingGroup note={text('groups.isDeactivated')}>
        <Button denied={denied} onClick={async () => showProblemToast(await reactivateGroup(group.id))}>
          {text('groups.reactivate')}
        </Button>
      </SettingGroup>
    )
  }
  const objections = (problem?.body.objections as GroupObjection[] | undefined) ?? []
  return (
    <SettingGroup title={text('groups.deactivate')} note={text('groups.deactivate.effect')}>
      {problem !== undefined && (
        <div role="alert" className={lists.problem}>
          <p>{say(problem)}</p>
          <ul>
            {objections.map((objection) => {
              const words = objectionText(objection, text)
              return <li key={words}>{words}</li>
            })}
          </ul>
        </div>
      )}
      <Button kind="danger" denied={denied} onClick={() => setAsking(true)}>
        {text('groups.deactivate')}
      </Button>
      {isAsking && (
        <Confirm
          title={text('groups.deactivateTitle', { name: group.name })}
          body={text('groups.deactivateBody')}
          action={text('groups.deactivate')}
          onConfirm={async () => setProblem(await deactivateGroup(group.id))}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingGroup>
  )
}

/** Describes the uses that prevent deactivating a group. */
function objectionText(objection: GroupObjection, text: Text): string {
  switch (objection.type) {
    case 'channel':
      return text('groups.usedByChannel', { name: channelById(objection.channel_id)?.name ?? '?' })
    case 'realm':
      return text('groups.usedByOrganization')
    case 'user_group':
      return text('groups.usedByGroup', { name: groupLabel(groupById(objection.group_id), text) })
    case 'subgroup':
      return objection.supergroup_ids
        .map((id) => text('groups.usedByGroup', { name: groupLabel(groupById(id), text) }))
        .join(', ')
  }
}
