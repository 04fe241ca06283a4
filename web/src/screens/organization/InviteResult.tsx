import type { Problem } from '../../session/attempt.ts'
import { useOrg } from '../../session/session.ts'
import { type InviteFailure, useInvitations } from '../../settings/invitations.ts'
import { useText } from '../../texts/texts.tsx'
import { CopyField } from '../forms/CopyField.tsx'
import { useProblemText } from '../forms/saving.ts'
import styles from './Organization.module.css'

interface Props {
  /** Invited email addresses. */
  invited: readonly string[]
  failures: readonly InviteFailure[]
  problem?: Problem | undefined
}

/** The result for each email address. */
export function InviteResult({ invited, failures, problem }: Props) {
  const text = useText()
  const say = useProblemText()
  const sendsEmail = useOrg((org) => org.server_sends_email !== false)
  return (
    <>
      {invited.length > 0 && sendsEmail && (
        <p className={styles.sent} role="status">
          {text('organization.invite.sent', { count: invited.length })}
        </p>
      )}
      {invited.length > 0 && !sendsEmail && <InviteLinks addresses={invited} />}
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

/** Links to pass on by hand, where the server sends no email. */
function InviteLinks({ addresses }: { addresses: readonly string[] }) {
  const text = useText()
  const isAdmin = useOrg((org) => org.is_admin === true)
  const { value: invitations = [] } = useInvitations()
  const wanted = new Set(addresses.map((address) => address.toLowerCase()))
  return (
    <div className={styles.links}>
      <p role="status">
        {text(isAdmin ? 'organization.invite.noEmail' : 'organization.invite.noEmailMember')}
      </p>
      {invitations.map(
        ({ id, email = '', link_url: link }) =>
          link !== undefined &&
          wanted.has(email.toLowerCase()) && (
            <CopyField key={id} label={text('organization.invite.linkFor', { email })} value={link} />
          ),
      )}
    </div>
  )
}
