import type { DefaultChannelGroupObject } from '@loquat/contract'
import { PenLine, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { addChannelSet, editChannelSet, removeChannelSet } from '../../channels/channel-sets.ts'
import { channelsById } from '../../channels/channels.ts'
import { Button, IconButton } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { sayProblem } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import lists from '../forms/Lists.module.css'
import { channelKey, idsOf, useChannelOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { useSaving } from '../forms/saving.ts'
import { useOrgDenied } from './OrgSetting.tsx'

/** Channel sets: channels that invitations and new users can take together. */
export function ChannelSets() {
  const text = useText()
  const denied = useOrgDenied(false)
  const groups = useOrg((org) => org.realm_default_stream_groups)
  const channels = useOrg(channelsById)
  const [editing, setEditing] = useState<DefaultChannelGroupObject | 'new'>()
  return (
    <SettingGroup title={text('organization.sets')} note={text('organization.sets.effect')}>
      <ul className={lists.list}>
        {(groups ?? []).map((group) => (
          <li key={group.id} className={lists.row}>
            <span className={lists.main}>
              <bdi className={lists.name}>{group.name}</bdi>
              <div className={lists.soft} dir="auto">
                {group.description}
              </div>
              <div className={lists.soft} dir="auto">
                {group.streams.map((id) => `#${channels.get(id)?.name ?? '?'}`).join(', ')}
              </div>
            </span>
            <span className={lists.actions}>
              <IconButton
                label={text('organization.sets.edit', { name: group.name })}
                icon={<PenLine size={16} />}
                denied={denied}
                onClick={() => setEditing(group)}
              />
              <IconButton
                label={text('organization.removeOne', { name: group.name })}
                icon={<Trash2 size={16} />}
                denied={denied}
                onClick={async () => sayProblem(await removeChannelSet(group.id))}
              />
            </span>
          </li>
        ))}
      </ul>
      {groups?.length === 0 && <p className={lists.nothing}>{text('organization.sets.none')}</p>}
      <Button denied={denied} onClick={() => setEditing('new')}>
        {text('organization.sets.new')}
      </Button>
      {editing !== undefined && (
        <SetDialog group={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </SettingGroup>
  )
}

const maxNameLength = 60

interface DialogProps {
  /** Undefined to create a new set. */
  group: DefaultChannelGroupObject | undefined
  onClose: () => void
}

function SetDialog({ group, onClose }: DialogProps) {
  const text = useText()
  const before = {
    name: group?.name ?? '',
    description: group?.description ?? '',
    channelIds: group?.streams ?? [],
  }
  const [name, setName] = useState(before.name)
  const [description, setDescription] = useState(before.description)
  const [chosen, setChosen] = useState(() => before.channelIds.map(channelKey))
  const byDefault = useOrg((org) => org.realm_default_streams)
  // New users join the default channels anyway.
  const options = useChannelOptions().filter(({ key }) => !byDefault?.some((id) => channelKey(id) === key))
  const after = { name: name.trim(), description: description.trim(), channelIds: idsOf(chosen, 'channel') }
  const { phase, problem, run } = useSaving(() =>
    group === undefined ? addChannelSet(after) : editChannelSet(group.id, before, after),
  )
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (after.name !== '' && (await run(undefined))) onClose()
  }
  return (
    <Dialog
      title={
        group === undefined
          ? text('organization.sets.new')
          : text('organization.sets.edit', { name: group.name })
      }
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{text('common.cancel')}</Button>
          <Button
            kind="primary"
            type="submit"
            form="channel-set"
            busy={phase === 'saving'}
            denied={after.name === '' ? text('organization.sets.needsName') : undefined}
          >
            {text('common.save')}
          </Button>
        </>
      }
    >
      <form id="channel-set" onSubmit={submit}>
        <TextField
          label={text('organization.sets.name')}
          value={name}
          maxLength={maxNameLength}
          problem={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={text('organization.sets.description')}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <FieldLabel label={text('organization.sets.channels')}>
          <PillPicker
            label={text('organization.sets.channels')}
            options={options}
            chosen={chosen}
            onChange={setChosen}
          />
        </FieldLabel>
      </form>
    </Dialog>
  )
}
