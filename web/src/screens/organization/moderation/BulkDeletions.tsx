import type { BulkDeletionObject } from '@loquat/contract'
import { useEffect } from 'react'
import { Button } from '../../../components/Button.tsx'
import { undoDeletion, useBulkDeletions } from '../../../moderation/bulk-deletions.ts'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import { Loaded } from '../../forms/Loaded.tsx'
import { SettingGroup } from '../../forms/Setting.tsx'

const refreshMs = 2_000
const isRunning = ({ state }: BulkDeletionObject) => state === 'deleting' || state === 'restoring'

/** Deletions of messages of one person, with their progress. */
export function BulkDeletions() {
  const text = useText()
  const deletions = useBulkDeletions()
  const { value, reload } = deletions
  const isBusy = value?.some(isRunning) === true
  useEffect(() => {
    if (!isBusy) return
    const timer = setInterval(reload, refreshMs)
    return () => clearInterval(timer)
  }, [isBusy, reload])
  return (
    <SettingGroup title={text('moderation.bulk.list')} note={text('moderation.bulk.note')}>
      <Loaded resource={deletions}>
        {(all) => (
          <>
            <ul className={lists.list} aria-label={text('moderation.bulk.list')}>
              {all.map((one) => (
                <DeletionRow key={one.bulk_deletion_id} deletion={one} />
              ))}
            </ul>
            {all.length === 0 && <p className={lists.nothing}>{text('moderation.bulk.none')}</p>}
          </>
        )}
      </Loaded>
    </SettingGroup>
  )
}

function DeletionRow({ deletion }: { deletion: BulkDeletionObject }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const nameOf = (id: number) => people.get(id)?.full_name ?? String(id)
  const { state, bulk_deletion_id: id, undo_until: undoUntil } = deletion
  const counts = {
    deleted: deletion.messages_deleted,
    restored: deletion.messages_restored,
    total: deletion.messages_total,
  }
  const time = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li className={lists.row}>
      <span className={lists.main}>
        <bdi className={lists.name}>{nameOf(deletion.user_id)}</bdi>
        <div className={lists.soft} role={isRunning(deletion) ? 'status' : undefined}>
          {text(`moderation.bulk.state.${state}`, counts)}
          {undoUntil !== null && ` · ${text('moderation.bulk.until', { time: time(undoUntil) })}`}
        </div>
        <div className={lists.soft}>
          {text('moderation.bulk.by', {
            name: nameOf(deletion.requested_by),
            time: time(deletion.requested_at),
          })}
        </div>
      </span>
      {(state === 'deleting' || state === 'deleted') && (
        <Button size="small" onClick={() => void undoDeletion(id)}>
          {text('common.undo')}
        </Button>
      )}
    </li>
  )
}
