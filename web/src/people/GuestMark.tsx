import { useOrg } from '../session/session.ts'
import { useText } from '../texts/texts.tsx'
import styles from './GuestMark.module.css'
import { usePerson } from './people.ts'

/** Marks a guest after the name, if the organization enabled it. */
export function GuestMark({ userId }: { userId: number }) {
  const text = useText()
  const isMarked = useOrg((org) => org.realm_enable_guest_user_indicator !== false)
  const person = usePerson(userId)
  if (!isMarked || person?.is_guest !== true) return null
  return <span className={styles.guest}> {text('person.guest')}</span>
}

/** The name of a person in a list of suggestions. */
export const PersonLabel = ({ userId, name }: { userId: number; name: string }) => (
  <>
    {name}
    <GuestMark userId={userId} />
  </>
)
