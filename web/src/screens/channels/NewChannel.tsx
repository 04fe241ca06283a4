import type { GroupSettingValue } from '@loquat/contract'
import { type FormEvent, useState } from 'react'
import { channelByName } from '../../channels/channels.ts'
import { createChannel, type Privacy } from '../../channels/manage-channels.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SwitchField, TextArea, TextField } from '../../components/Field.tsx'
import { leaveDialog } from '../../navigation/router.ts'
import { myId, org, useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { userKey } from '../forms/options.tsx'
import { useSaving } from '../forms/saving.ts'
import styles from './Channels.module.css'
import { NewChannelPeople, selectedUserIds } from './NewChannelPeople.tsx'
import { AdvancedPermissions, PostingPermission } from './NewChannelPermissions.tsx'
import { type NameProblem, nameProblem } from './name-problem.ts'
import { openNewChannel } from './open-new-channel.ts'
import { PrivacyChoice } from './PrivacyChoice.tsx'

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
        <PostingPermission holders={holders} onChange={setHolders} />
        <NewChannelPeople people={people} onChange={setPeople} />
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

const problemText = (problem: NameProblem | undefined, isDue: boolean, text: ReturnType<typeof useText>) =>
  problem === undefined || !isDue ? undefined : text(`channels.nameProblem.${problem}`)
