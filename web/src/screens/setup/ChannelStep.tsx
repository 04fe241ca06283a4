import { type FormEvent, useState } from 'react'
import { channelByName } from '../../channels/channels.ts'
import { createChannel } from '../../channels/manage-channels.ts'
import { Button } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { addressOf } from '../../navigation/router.ts'
import { finishStep } from '../../onboarding/owner-setup.ts'
import { myId, useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { nameProblem } from '../channels/name-problem.ts'
import lists from '../forms/Lists.module.css'
import { useSaving } from '../forms/saving.ts'
import type { StepProps } from './step-props.ts'

/** Creates a public default channel. */
export function ChannelStep({ isDone, onLeave }: StepProps) {
  const text = useText()
  const maxLength = useOrg((org) => org.max_stream_name_length ?? 60)
  const [name, setName] = useState('')
  const [created, setCreated] = useState<string>()
  const wrong = nameProblem(name, maxLength, channelByName(name.trim()))
  const { phase, problem, run } = useSaving(async () => {
    const { problem } = await createChannel({
      name: name.trim(),
      description: '',
      privacy: 'public',
      holders: {},
      userIds: [myId()],
      announce: false,
      isDefault: true,
      retention: undefined,
    })
    return problem
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (wrong !== undefined || !(await run(undefined))) return
    setCreated(name.trim())
    setName('')
    finishStep('channel')
  }
  const nameText = wrong === undefined || wrong === 'empty' ? problem : text(`channels.nameProblem.${wrong}`)
  return (
    <form onSubmit={submit}>
      {created !== undefined && <p role="status">{text('setup.channelCreated', { name: created })}</p>}
      <TextField
        label={text('setup.channelName')}
        hint={text('setup.channelHint')}
        value={name}
        required
        problem={nameText}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={phase === 'saving'}>
          {text('setup.createChannel')}
        </Button>
        {!isDone && (
          <Button kind="quiet" onClick={onLeave}>
            {text('setup.skip')}
          </Button>
        )}
        <a className={lists.plainLink} href={addressOf({ kind: 'channel-new' })}>
          {text('setup.moreOptions')}
        </a>
      </div>
    </form>
  )
}
