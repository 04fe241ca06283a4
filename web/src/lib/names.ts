import { useMemo } from 'react'
import { peopleById } from '../people/people.ts'
import { useOrg } from '../session/session.ts'
import { useLocale } from '../texts/texts.tsx'

/** Names of people as a list in the reader's language. */
export function useNames(userIds: readonly number[]): string {
  const people = useOrg(peopleById)
  const locale = useLocale()
  return useMemo(() => {
    const names = userIds.map((id) => people.get(id)?.full_name ?? '?')
    return new Intl.ListFormat(locale, { style: 'short', type: 'unit' }).format(names)
  }, [userIds, people, locale])
}
