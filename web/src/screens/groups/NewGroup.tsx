import { type FormEvent, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { TextArea, TextField } from '../../components/Field.tsx'
import { leaveDialog, navigate } from '../../navigation/router.ts'
import { createGroup } from '../../people/manage-groups.ts'
import { myId } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import lists from '../forms/Lists.module.css'
import { idsOf, useGroupOptions, usePeopleOptions, userKey } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { useProblemText } from '../forms/saving.ts'

const maxNameLength = 100

export function NewGroup() {
  const text = useText()
  const say = useProblemText()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [members, setMembers] = useState<string[]>(() => [userKey(myId())])
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const people = usePeopleOptions()
  const groups = useGroupOptions({ withSystem: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const outcome = await createGroup(
      name.trim(),
      description,
      idsOf(members, 'user'),
      idsOf(members, 'group'),
    )
    setBusy(false)
    setProblem(say(outcome.problem))
    if (outcome.reply !== undefined)
      navigate(
        { kind: 'group-settings', groupId: outcome.reply.group_id, tab: 'permissions' },
        { replace: true },
      )
  }
  return (
    <Dialog title={text('groups.new')} size="medium" onClose={leaveDialog}>
      <form onSubmit={submit}>
        <TextField
          label={text('groups.name')}
          value={name}
          maxLength={maxNameLength}
          autoFocus
          required
          problem={problem}
          onChange={({ target }) => setName(target.value)}
        />
        <TextArea
          label={text('groups.description')}
          value={description}
          rows={2}
          onChange={({ target }) => setDescription(target.value)}
        />
        <FieldLabel label={text('groups.membersLabel')} hint={text('groups.membersHint')}>
          <PillPicker
            label={text('groups.membersLabel')}
            options={[...groups, ...people]}
            chosen={members}
            onChange={setMembers}
          />
        </FieldLabel>
        <div className={lists.buttons}>
          <Button type="submit" kind="primary" busy={isBusy}>
            {text('groups.create')}
          </Button>
          <Button onClick={leaveDialog}>{text('common.cancel')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
