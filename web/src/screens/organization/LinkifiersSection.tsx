import type { LinkifierObject } from '@loquat/contract'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Button, IconButton } from '../../components/Button.tsx'
import { TextField } from '../../components/Field.tsx'
import { useOrg } from '../../session/session.ts'
import { addLinkifier, editLinkifier, removeLinkifier, reorderLinkifiers } from '../../settings/org-lists.ts'
import { sayProblem } from '../../shell/error-toasts.ts'
import { sayWithUndo } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { moveEntry } from '../forms/move-entry.ts'
import { useSaving } from '../forms/saving.ts'
import { tryLinkifier } from './linkifier-try.ts'
import styles from './Organization.module.css'
import { useOrgDenied } from './OrgSetting.tsx'

/** Linkifiers, in the order in which they are applied. */
export function LinkifiersSection() {
  const text = useText()
  const denied = useOrgDenied(false)
  const linkifiers = useOrg((org) => org.realm_linkifiers)
  const [edited, setEdited] = useState<LinkifierObject>()
  const ids = (linkifiers ?? []).map(({ id }) => id)
  const move = async (index: number, step: number) =>
    sayProblem(await reorderLinkifiers(moveEntry(ids, index, step)))
  const remove = async ({ id, pattern, url_template: template }: LinkifierObject) => {
    if (sayProblem(await removeLinkifier(id)))
      sayWithUndo('organization.linkifiers.removed', () => void addLinkifier(pattern, template), { pattern })
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

function LinkifierForm({ edited, onDone }: { edited: LinkifierObject | undefined; onDone: () => void }) {
  const text = useText()
  const [pattern, setPattern] = useState(edited?.pattern ?? '')
  const [template, setTemplate] = useState(edited?.url_template ?? '')
  const [sample, setSample] = useState('')
  const { phase, problem, run } = useSaving(() =>
    edited === undefined ? addLinkifier(pattern, template) : editLinkifier(edited.id, pattern, template),
  )
  const tried = pattern === '' || sample === '' ? undefined : tryLinkifier(pattern, template, sample)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!(await run(undefined))) return
    setPattern('')
    setTemplate('')
    setSample('')
    onDone()
  }
  return (
    <form className={lists.card} onSubmit={submit}>
      <div className={styles.pair}>
        <TextField
          label={text('organization.linkifiers.pattern')}
          value={pattern}
          placeholder="#(?P<id>[0-9]+)"
          problem={problem}
          required
          onChange={({ target }) => setPattern(target.value)}
        />
        <TextField
          label={text('organization.linkifiers.template')}
          value={template}
          placeholder="https://example.com/issues/{id}"
          required
          onChange={({ target }) => setTemplate(target.value)}
        />
      </div>
      <TextField
        label={text('organization.linkifiers.try')}
        hint={
          tried === undefined
            ? text('organization.linkifiers.tryHint')
            : tried.parts.map((part, index) =>
                part.address === undefined ? (
                  <span key={index}>{part.text}</span>
                ) : (
                  <a key={index} href={part.address} target="_blank" rel="noreferrer" title={part.address}>
                    {part.text}
                  </a>
                ),
              )
        }
        value={sample}
        onChange={({ target }) => setSample(target.value)}
      />
      <div className={lists.buttons}>
        <Button type="submit" kind="primary" busy={phase === 'saving'}>
          {text(edited === undefined ? 'common.add' : 'common.save')}
        </Button>
        {edited !== undefined && <Button onClick={onDone}>{text('common.cancel')}</Button>}
      </div>
    </form>
  )
}
