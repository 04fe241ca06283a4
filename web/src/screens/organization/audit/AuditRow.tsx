import type { AuditEntryObject } from '@loquat/contract'
import { peopleById } from '../../../people/people.ts'
import { useOrg } from '../../../session/session.ts'
import { useLocale, useText } from '../../../texts/texts.tsx'
import lists from '../../forms/Lists.module.css'
import styles from './Audit.module.css'

/** An entry: the event in one line, and the values before and after when it is opened. */
export function AuditRow({ entry }: { entry: AuditEntryObject }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const { kind, actor_id, target_type, target_id, target_name, credential, address } = entry
  const nameOf = (id: number) => people.get(id)?.full_name ?? text('audit.user', { id })
  const time = new Date(entry.time * 1_000)
  const target = target_type === 'user' && target_id !== null ? nameOf(target_id) : target_name
  const hasValues = entry.before !== null || entry.after !== null
  return (
    <li className={styles.entry}>
      <details>
        <summary>
          <span className={styles.line}>
            <span className={lists.name}>{text(`audit.kind.${kind}`)}</span>
            {target !== '' && (target_id !== actor_id || target_type !== 'user') && <bdi>{target}</bdi>}
          </span>
          <span className={lists.soft}>
            {actor_id === null ? text(`audit.nobody.${credential}`) : <bdi>{nameOf(actor_id)}</bdi>} ·{' '}
            <time dateTime={time.toISOString()}>
              {time.toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'medium' })}
            </time>
          </span>
        </summary>
        {hasValues && <Values entry={entry} />}
        <p className={lists.soft}>
          {text('audit.origin', {
            id: entry.id,
            kind,
            credential: text(`audit.credential.${credential}`),
            detail: entry.credential_id,
            address: address === '' ? text('audit.server') : address,
          })}
        </p>
      </details>
    </li>
  )
}

function Values({ entry: { before, after } }: { entry: AuditEntryObject }) {
  const text = useText()
  const names = Object.keys({ ...before, ...after })
  const isChange = before !== null && after !== null
  return (
    <table className={styles.values}>
      <thead>
        <tr>
          <th scope="col">{text('audit.field')}</th>
          {before !== null && <th scope="col">{text(isChange ? 'audit.before' : 'audit.value')}</th>}
          {after !== null && <th scope="col">{text(isChange ? 'audit.after' : 'audit.value')}</th>}
        </tr>
      </thead>
      <tbody>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {before !== null && <td dir="auto">{shown(before[name])}</td>}
            {after !== null && <td dir="auto">{shown(after[name])}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const shown = (value: unknown) =>
  value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
