import { refuse } from '@loquat/contract'

/** The time zone's own name, whatever it was called. The empty name means none. */
export function canonicalTimezone(name: string): string {
  if (name === '') return ''
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    throw refuse('BadRequest', 'timezone: there is no such time zone.')
  }
}
