import type { Failure } from '../../state/actions/invitations.ts'
import type { Problem } from '../../state/attempt.ts'
import { useText } from '../../texts/texts.tsx'
import { useProblemText } from '../forms/saving.ts'
import styles from './Organization.module.css'

/** What became of each address. */
export function InviteResult({
  failures,
  sent,
  problem,
}: {
  failures: Failure[]
  sent: number
  problem?: Problem | undefined
}) {
  const text = useText()
  const say = useProblemText()
  return (
    <>
      {sent > 0 && (
        <p className={styles.sent} role="status">
          {text('organization.invite.sent', { count: sent })}
        </p>
      )}
      {problem !== undefined && (
        <div className={styles.failures} role="alert">
          <p>{say(problem)}</p>
          <ul>
            {failures.map(({ address, reason }) => (
              <li key={address}>
                <strong>{address}</strong>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
