import type { ModernPresence, ProfileFieldObject, RegisteredUser } from '@loquat/contract'
import type { ReactNode } from 'react'
import { ago } from '../../lib/ago.ts'
import { numbersOf } from '../../lib/json.ts'
import { parseJson, parseTimeZone } from '../../lib/parse.ts'
import { addressOf } from '../../navigation/router.ts'
import { peopleById } from '../../people/people.ts'
import { usePresence } from '../../people/presence.ts'
import { useOrg } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { accountAddress, fieldTypes, optionsOf } from '../forms/profile-values.ts'
import styles from './Profile.module.css'

export function AboutTab({ person }: { person: RegisteredUser }) {
  const text = useText()
  const locale = useLocale()
  const fields = useOrg((org) => org.custom_profile_fields)
  const owner = useOrg((org) => peopleById(org).get(person.bot_owner_id ?? 0))
  const zone = person.timezone
  return (
    <dl className={styles.facts}>
      {!person.is_bot && <LastSeen userId={person.user_id} />}
      {person.delivery_email !== null && (
        <>
          <dt>{text('profile.email')}</dt>
          <dd>
            <a href={`mailto:${person.delivery_email}`} dir="auto">
              {person.delivery_email}
            </a>
          </dd>
        </>
      )}
      {!person.is_bot && zone !== undefined && zone !== '' && (
        <>
          <dt>{text('profile.localTime')}</dt>
          <dd>
            <time>{timeIn(zone, locale)}</time>
          </dd>
        </>
      )}
      {person.is_bot && (
        <>
          <dt>{text('profile.kind')}</dt>
          <dd>{text(`settings.bots.type.${person.bot_type ?? 1}`)}</dd>
          {owner !== undefined && (
            <>
              <dt>{text('profile.owner')}</dt>
              <dd>
                <a href={addressOf({ kind: 'person', userId: owner.user_id })} dir="auto">
                  {owner.full_name}
                </a>
              </dd>
            </>
          )}
        </>
      )}
      {(fields ?? []).map((field) => {
        const value = person.profile_data?.[String(field.id)]?.value
        if (value === undefined || value === '') return null
        return (
          <Fact key={field.id} name={field.name}>
            <FieldValue field={field} value={value} />
          </Fact>
        )
      })}
      <dt>{text('profile.joined')}</dt>
      <dd>
        <time>{new Date(person.date_joined).toLocaleDateString(locale, { dateStyle: 'long' })}</time>
      </dd>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt dir="auto">{name}</dt>
    <dd dir="auto">{children}</dd>
  </>
)

function timeIn(zone: string, locale: string): string {
  const timeZone = parseTimeZone(zone)
  if (timeZone === undefined) return zone
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short', dateStyle: 'medium' })
  return `${format.format(new Date())} (${zone})`
}

function LastSeen({ userId }: { userId: number }) {
  const text = useText()
  const locale = useLocale()
  const presence = usePresence(userId)
  const seen = useOrg(
    (org) => (org.presences?.[String(userId)] as ModernPresence | undefined)?.active_timestamp,
  )
  if (presence === undefined) return null
  return (
    <>
      <dt>{text('profile.presence')}</dt>
      <dd>
        {presence !== 'offline'
          ? text(`profile.presence.${presence}`)
          : seen === undefined || seen === 0
            ? text('profile.presence.offline')
            : text('profile.lastSeen', { time: ago(seen, Date.now() / 1_000, locale) })}
      </dd>
    </>
  )
}

function FieldValue({ field, value }: { field: ProfileFieldObject; value: string }) {
  const locale = useLocale()
  const people = useOrg(peopleById)
  const accounts = useOrg((org) => org.realm_default_external_accounts)
  switch (field.type) {
    case fieldTypes.choice:
      return optionsOf(field.field_data).find(({ key }) => key === value)?.label ?? value
    case fieldTypes.date:
      return new Date(`${value}T00:00`).toLocaleDateString(locale, { dateStyle: 'long' })
    case fieldTypes.link:
      return (
        <a href={value} target="_blank" rel="noreferrer">
          {value}
        </a>
      )
    case fieldTypes.account: {
      const address = accountAddress(field.field_data, value, accounts ?? {})
      return address === undefined ? (
        value
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          {value}
        </a>
      )
    }
    case fieldTypes.people:
      return numbersOf(parseJson(value)).map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <a href={addressOf({ kind: 'person', userId: id })}>{people.get(id)?.full_name ?? id}</a>
        </span>
      ))
    default:
      return value
  }
}
