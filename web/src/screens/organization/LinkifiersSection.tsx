import type { LinkifierObject } from '@loquat/contract'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '../../components/Button.tsx'
import { useOrg } from '../../session/session.ts'
import { addLinkifier, removeLinkifier, reorderLinkifiers } from '../../settings/org-lists.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showUndoToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { moveEntry } from '../forms/move-entry.ts'
import { LinkifierForm } from './LinkifierForm.tsx'
import { useOrgDenied } from './use-org-denied.ts'

/** Linkifiers, in the order in which they are applied. */
export function LinkifiersSection() {
  const text = useText()
  const denied = useOrgDenied(false)
  const linkifiers = useOrg((org) => org.realm_linkifiers)
  const [edited, setEdited] = useState<LinkifierObject>()
  const ids = (linkifiers ?? []).map(({ id }) => id)
  const move = async (index: number, step: number) =>
    showProblemToast(await reorderLinkifiers(moveEntry(ids, index, step)))
  const remove = async ({ id, pattern, url_template: template }: LinkifierObject) => {
    if (showProblemToast(await removeLinkifier(id)))
      showUndoToast('organization.linkifiers.removed', () => void addLinkifier(pattern, template), {
        pattern,
      })
  }
  return (
    <>
      <p className={lists.nothing}>{text('organization.linkifiers.effect')}</p>
      {denied === undefined && (
        <LinkifierForm key={edited?.id ?? 'new'} edited={edited} onDone={() => setEdited(undefined)} />
      )}
      <ul className={lists.list} data-wide>
        {(linkifiers ?? []).map((one, index) => (
          <li key={one.id} className={lists.row}>
            <span className={lists.main}>
              <code className={lists.code}>{one.pattern}</code>
              <div className={lists.soft} dir="auto">
                {one.url_template}
              </div>
            </span>
            <span className={lists.actions}>
              <IconButton
                label={text('organization.up', { name: one.pattern })}
                icon={<ArrowUp size={16} />}
                denied={denied ?? (index === 0 ? text('organization.isFirst') : undefined)}
                onClick={() => void move(index, -1)}
              />
              <IconButton
                label={text('organization.down', { name: one.pattern })}
                icon={<ArrowDown size={16} />}
                denied={denied ?? (index === ids.length - 1 ? text('organization.isLast') : undefined)}
                onClick={() => void move(index, 1)}
              />
              <IconButton
                label={text('organization.editOne', { name: one.pattern })}
                icon={<Pencil size={16} />}
                denied={denied}
                onClick={() => setEdited(one)}
              />
              <IconButton
                label={text('organization.removeOne', { name: one.pattern })}
                icon={<Trash2 size={16} />}
                denied={denied}
                onClick={() => void remove(one)}
              />
            </span>
          </li>
        ))}
      </ul>
      {ids.length === 0 && <p className={lists.nothing}>{text('organization.linkifiers.none')}</p>}
    </>
  )
}
