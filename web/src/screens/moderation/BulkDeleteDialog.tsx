import type { RegisteredUser } from '@loquat/contract'
import { useMemo, useState } from 'react'
import { useChannels } from '../../channels/all-channels.ts'
import { Button } from '../../components/Button.tsx'
import { Dialog } from '../../components/Dialog.tsx'
import { SwitchField, TextField } from '../../components/Field.tsx'
import { deleteMessagesOf } from '../../moderation/bulk-deletions.ts'
import { endOfDay } from '../../people/guest-expiry.ts'
import { useText } from '../../texts/texts.tsx'
import { FieldLabel } from '../forms/FieldLabel.tsx'
import lists from '../forms/Lists.module.css'
import { channelKey, idsOf } from '../forms/options.tsx'
import { PillPicker } from '../forms/PillPicker.tsx'
import { useSaving } from '../forms/saving.ts'

const startOfDay = (date: string) =>
  date === '' ? null : Math.floor(new Date(`${date}T00:00:00`).getTime() / 1_000)

/** Asks which messages of a person to delete. */
export function BulkDeleteDialog({ person, onClose }: { person: RegisteredUser; onClose: () => void }) {
  const text = useText()
  const channels = useChannels()
  const options = useMemo(
    () => channels.map((one) => ({ key: channelKey(one.stream_id), label: one.name })),
    [channels],
  )
  const [chosen, setChosen] = useState<string[]>([])
  const [withDirect, setWithDirect] = useState(false)
  const [dates, setDates] = useState({ from: '', until: '' })
  const { phase, problem, run } = useSaving(deleteMessagesOf)
  const start = async () => {
    const isStarted = await run({
      user_id: person.user_id,
      channel_ids: idsOf(chosen, 'channel'),
      include_direct: withDirect,
      sent_from: startOfDay(dates.from),
      sent_until: endOfDay(dates.until),
    })
    if (isStarted) onClose()
  }
  return (
    <Dialog
      title={text('moderation.bulk.title', { name: person.full_name })}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} autoFocus>
            {text('common.cancel')}
          </Button>
          <Button kind="danger" busy={phase === 'saving'} onClick={() => void start()}>
            {text('moderation.bulk.delete')}
          </Button>
        </>
      }
    >
      <p>{text('moderation.bulk.effect')}</p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <FieldLabel label={text('moderation.bulk.channels')}>
        <PillPicker
          label={text('moderation.bulk.channels')}
          options={options}
          chosen={chosen}
          placeholder={text('moderation.bulk.allChannels')}
          onChange={setChosen}
        />
      </FieldLabel>
      <div className={lists.inline}>
        {(['from', 'until'] as const).map((end) => (
          <TextField
            key={end}
            label={text(end === 'from' ? 'moderation.bulk.from' : 'moderation.bulk.to')}
            type="date"
            value={dates[end]}
            onChange={({ target }) => setDates({ ...dates, [end]: target.value })}
          />
        ))}
      </div>
      <SwitchField label={text('moderation.bulk.direct')} checked={withDirect} onChange={setWithDirect} />
    </Dialog>
  )
}
