import { apiError } from '@loquat/contract'

/** The canonical name of a time zone. The empty name means none. */
export function canonicalTimezone(name: string): string {
  if (name === '') return ''
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw apiError('timezone-not-found')
  }
}
