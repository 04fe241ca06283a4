import type { ProfileFieldObject } from '@loquat/contract'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { useOrg } from '../../session/session.ts'
import { removeField, reorderFields } from '../../settings/org-lists.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { moveEntry } from '../forms/move-entry.ts'
import { FieldForm } from './FieldForm.tsx'
import { useOrgDenied } from './use-org-denied.ts'

/** Custom profile fields. */
export function FieldsSection() {
  const text = useText()
  const denied = useOrgDenied(false)
  const fields = useOrg((org) => org.custom_profile_fields)
  const [edited, setEdited] = useState<ProfileFieldObject | 'new'>()
  const [doomed, setDoomed] = useState<ProfileFieldObject>()
  const ids = (fields ?? []).map(({ id }) => id)
  const move = async (index: number, step: number) =>
    showProblemToast(await reorderFields(moveEntry(ids, index, step)))
  return (
    <>
      <p className={lists.nothing}>{text('organization.fields.effect')}</p>
      {edited === undefined ? (
        <Button denied={denied} onClick={() => setEdited('new')}>
          {text('organization.fields.add')}
        </Button>
      ) : (
        <FieldForm
          key={edited === 'new' ? 'new' : edited.id}
          edited={edited === 'new' ? undefined : edited}
          onDone={() => setEdited(undefined)}
        />
      )}
      <ul className={lists.list} data-wide>
        {(fields ?? []).map((field, index) => (
          <li key={field.id} className={lists.row}>
            <span className={lists.main}>
              <span className={lists.name} dir="auto">
                {field.name}
              </span>
              {field.required && <span className={lists.chip}>{text('organization.fields.required')}</span>}
              {field.display_in_profile_summary && (
                <span className={lists.chip}>{text('organization.fields.inSummary')}</span>
              )}
              <div className={lists.soft}>
                {text(`organization.fields.type.${field.type}`)}
                {field.hint !== '' && ` · ${field.hint}`}
              </div>
            </span>
            <span className={lists.actions}>
              <IconButton
                label={text('organization.up', { name: field.name })}
                icon={<ArrowUp size={16} />}
                denied={denied ?? (index === 0 ? text('organization.isFirst') : undefined)}
                onClick={() => void move(index, -1)}
              />
              <IconButton
                label={text('organization.down', { name: field.name })}
                icon={<ArrowDown size={16} />}
                denied={denied ?? (index === ids.length - 1 ? text('organization.isLast') : undefined)}
                onClick={() => void move(index, 1)}
              />
              <IconButton
                label={text('organization.editOne', { name: field.name })}
                icon={<Pencil size={16} />}
                denied={denied}
                onClick={() => setEdited(field)}
              />
              <IconButton
                label={text('organization.removeOne', { name: field.name })}
                icon={<Trash2 size={16} />}
                denied={denied}
                onClick={() => setDoomed(field)}
              />
            </span>
          </li>
        ))}
      </ul>
      {ids.length === 0 && <p className={lists.nothing}>{text('organization.fields.none')}</p>}
      {doomed !== undefined && (
        <Confirm
          title={text('organization.fields.removeTitle', { name: doomed.name })}
          body={text('organization.fields.removeBody')}
          action={text('common.remove')}
          onConfirm={async () => showProblemToast(await removeField(doomed.id))}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </>
  )
}
