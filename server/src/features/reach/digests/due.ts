import { type Directory, isBot, type User, userSetting } from '../../../directory/directory.ts'

/** Digests are sent from this hour on, in the time zone of the reader. */
export const digestHour = 9
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** Weekday (0 is Monday) and hour in a time zone. */
export function localTime(timeZone: string, now: number): { weekday: number; hour: number } {
  const parts = formatIn(timeZone).formatToParts(now)
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return { weekday: weekdays.indexOf(partOf('weekday')), hour: Number(partOf('hour')) }
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const options = { weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: timeZone || 'UTC' })
  } catch {
    // A name that this version of Node.js does not know.
    return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
  }
}

/** Users who want a digest and whose local time is the weekday and hour of the digest, or later that day. */
export function usersOnDigestDay(directory: Directory, now: number): User[] {
  if (!directory.setting('digest_emails_enabled') || directory.realm.deactivated) return []
  const day = directory.setting('digest_weekday')
  const isDue = new Map<string, boolean>()
  const isDueIn = (timeZone: string) => {
    const known = isDue.get(timeZone)
    if (known !== undefined) return known
    const { weekday, hour } = localTime(timeZone, now)
    const due = weekday === day && hour >= digestHour
    isDue.set(timeZone, due)
    return due
  }
  return [...directory.users.values()].filter(
    (user) =>
      user.isActive &&
      !isBot(user) &&
      user.realmId === directory.realm.id &&
      userSetting(user, 'enable_digest_emails') &&
      isDueIn(user.timezone),
  )
}
