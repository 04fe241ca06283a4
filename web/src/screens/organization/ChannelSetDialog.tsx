import type { DefaultChannelGroupObject } from '@loquat/contract'
import { type FormEvent, useState } from 'react'
import { addChannelSet, editChannelSet } from '../../channels/channel-sets.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import { channelKey, idsOf, useChannelOptions } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { useSaving } from '../forms/saving.ts'

const maxNameLength = 60

interface DialogProps {
  /** Undefined to create a new set. */
  group: DefaultChannelGroupObject | undefined
  onClose: () => void
}

export function ChannelSetDialog({ group, onClose }: DialogProps) {
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
