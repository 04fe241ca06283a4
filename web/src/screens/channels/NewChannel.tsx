import type { GroupSettingValue, PermissionRow } from '@loquat/contract'
import { channelPermissions } from '@loquat/contract/light'
import { type FormEvent, useState } from 'react'
import { channelByName } from '../../channels/channels.ts'
import { createChannel, type Privacy } from '../../channels/manage-channels.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SwitchField, TextArea, TextField } from '../../components/Field.tsx'
import { leaveDialog } from '../../navigation/router.ts'
import { membersIn, systemGroupId } from '../../people/user-groups.ts'
import { myId, org, useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import { GroupPicker } from '../forms/GroupPicker.tsx'
import lists from '../forms/Lists.module.css'
import { idsOf, useGroupOptions, usePeopleOptions, userKey } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Channels.module.css'
import { type NameProblem, nameProblem } from './name-problem.ts'
import { openNewChannel } from './open-new-channel.ts'
import { PrivacyChoice } from './PrivacyChoice.tsx'

const rules: Record<string, PermissionRow> = channelPermissions
/** The permission shown first; the others are under `advanced`. */
const mainPermission = 'can_send_message_group'

export function NewChannel() {
  const text = useText()
  const longest = useOrg((state) => state.max_stream_name_length ?? 60)
  const canAnnounce = useOrg((state) => (state.realm_new_stream_announcements_stream_id ?? -1) !== -1)
  const isAdmin = useOrg((state) => state.is_admin === true)
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [privacy, setPrivacy] = useState<Privacy>(() =>
    org().can_create_public_streams ? 'public' : 'private',
  )
  const [people, setPeople] = useState<string[]>(() => [userKey(myId())])
  const [holders, setHolders] = useState<Record<string, GroupSettingValue>>({})
  const [announce, setAnnounce] = useState(true)
  const [isDefault, setDefault] = useState(false)
  const [isChecked, setChecked] = useState(false)
  const peopleOptions = usePeopleOptions()
  const groupOptions = useGroupOptions({ withSystem: true })
  const wrong = nameProblem(name, longest, channelByName(name.trim()))
  const isPrivate = privacy === 'private' || privacy === 'protected'
  const { phase, problem, run } = useSaving(async () => {
    const input = {
      name: name.trim(),
      description,
      privacy,
      holders,
      announce: announce && canAnnounce && !isPrivate,
    }
    const userIds = [...selectedUserIds(people)]
    const outcome = await createChannel({
      ...input,
      userIds,
      isDefault: isDefault && !isPrivate,
      retention: undefined,
    })
    return outcome.problem
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (wrong !== undefined || !(await run(undefined))) return
    await openNewChannel(name.trim())
  }
  return (
    <Dialog title={text('channels.new')} size="large" onClose={leaveDialog}>
      <form onSubmit={submit}>
        <TextField
          label={text('channels.name')}
          value={name}
          autoFocus
          problem={problemText(wrong, name !== '' || isChecked, text)}
          hint={text('channels.nameHint', { left: longest - [...name].length })}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label={text('channels.description')}
          value={description}
          rows={2}
          maxLength={1_024}
          onChange={({ target }) => setDescription(target.value)}
        />
        <PrivacyChoice value={privacy} onChange={setPrivacy} />
        <FieldLabel label={text(`channels.${mainPermission}`)}>
          <GroupPicker
            label={text(`channels.${mainPermission}`)}
            value={holders[mainPermission] ?? systemGroupId('role:everyone')}
            rule={rules[mainPermission] as PermissionRow}
            onChange={(value) => setHolders({ ...holders, [mainPermission]: value })}
          />
        </FieldLabel>
        <FieldLabel
          label={text('channels.people')}
          hint={text('channels.peopleHint', { count: selectedUserIds(people).size })}
        >
          <PillPicker
            label={text('channels.people')}
            options={[...groupOptions, ...peopleOptions]}
            chosen={people}
            onChange={setPeople}
          />
        </FieldLabel>
        {canAnnounce && !isPrivate && (
          <SwitchField
            label={text('channels.announce')}
            hint={text('channels.announceHint')}
            checked={announce}
            onChange={setAnnounce}
          />
        )}
        <details className={styles.advanced}>
          <summary>{text('channels.advanced')}</summary>
          {isAdmin && !isPrivate && (
            <SwitchField
              label={text('channels.isDefault')}
              hint={text('channels.isDefault.effect')}
              checked={isDefault}
              onChange={setDefault}
            />
          )}
          <AdvancedPermissions holders={holders} onChange={setHolders} />
        </details>
        {problem !== undefined && (
          <p className={lists.problem} role="alert">
            {problem}
          </p>
        )}
        <div className={lists.buttons}>
          <Button type="submit" kind="primary" busy={phase === 'saving'}>
            {text('channels.create')}
          </Button>
          <Button onClick={leaveDialog}>{text('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PermissionsProps {
  holders: Readonly<Record<string, GroupSettingValue>>
  onChange: (holders: Record<string, GroupSettingValue>) => void
}

function AdvancedPermissions({ holders, onChange }: PermissionsProps) {
  const text = useText()
  return Object.keys(rules)
    .filter((name) => name !== mainPermission)
    .map((name) => (
      <FieldLabel key={name} label={text(`channels.${name}`)}>
        <GroupPicker
          label={text(`channels.${name}`)}
          value={holders[name] ?? initialHolder(rules[name] as PermissionRow)}
          rule={rules[name] as PermissionRow}
          onChange={(value) => onChange({ ...holders, [name]: value })}
        />
      </FieldLabel>
    ))
}

const problemText = (problem: NameProblem | undefined, isDue: boolean, text: ReturnType<typeof useText>) =>
  problem === undefined || !isDue ? undefined : text(`channels.nameProblem.${problem}`)

const initialHolder = (rule: PermissionRow): GroupSettingValue =>
  rule.default === 'creator'
    ? { direct_members: [myId()], direct_subgroups: [] }
    : systemGroupId(rule.default)

/** Groups are expanded to their current members. */
function selectedUserIds(keys: readonly string[]): Set<number> {
  return membersIn(org(), { direct_members: idsOf(keys, 'user'), direct_subgroups: idsOf(keys, 'group') })
}
