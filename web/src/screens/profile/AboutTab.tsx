import type { ModernPresence, RegisteredUser } from '@loquat/contract'
import type { ReactNode } from 'react'
import { ago } from '../../lib/ago.ts'
import { parseTimeZone } from '../../lib/parse.ts'
import { addressOf } from '../../navigation/router.ts'
import { peopleById } from '../../people/people.ts'
import { usePresence } from '../../people/presence.ts'
import { useOrg } from '../../session/session.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import { FieldValue } from './FieldValue.tsx'
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
