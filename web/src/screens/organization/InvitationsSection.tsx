import { Link2, Mail } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { peopleById } from '../../people/people.ts'
import { useOrg } from '../../session/session.ts'
import { resendInvitation, revokeInvitation, useInvitations } from '../../settings/invitations.ts'
import { copyText } from '../../shell/copy-text.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useLocale, useText } from '../../texts/texts.tsx'
import lists from '../forms/Lists.module.css'
import { Loaded } from '../forms/Loaded.tsx'
import { ReadOnlyNote, SettingGroup } from '../forms/Setting.tsx'
import { InviteForm } from './InviteForm.tsx'

export function InvitationsSection() {
  const text = useText()
  const mayInvite = useOrg((org) => org.can_invite_others_to_realm === true)
  const isGuest = useOrg((org) => org.is_guest === true)
  return (
    <>
      {mayInvite ? <InviteForm /> : <ReadOnlyNote>{text('organization.invite.denied')}</ReadOnlyNote>}
      {!isGuest && <PendingInvitations />}
    </>
  )
}

type Invite = NonNullable<ReturnType<typeof useInvitations>['value']>[number]

/** Invitations that have not been accepted yet. */
function PendingInvitations() {
  const text = useText()
  const invitations = useInvitations()
  const [doomed, setDoomed] = useState<Invite>()
  return (
    <SettingGroup title={text('organization.invite.waiting')}>
      <Loaded resource={invitations}>
        {(all) => (
          <>
            <ul className={lists.list}>
              {all.map((invite) => (
                <InviteRow
                  key={`${invite.is_multiuse} ${invite.id}`}
                  invite={invite}
                  onRevoke={() => setDoomed(invite)}
                />
              ))}
            </ul>
            {all.length === 0 && <p className={lists.nothing}>{text('organization.invite.none')}</p>}
          </>
        )}
      </Loaded>
      {doomed !== undefined && (
        <Confirm
          title={text('organization.invite.revokeTitle')}
          body={text(
            doomed.is_multiuse ? 'organization.invite.revokeLinkBody' : 'organization.invite.revokeBody',
            {
              email: doomed.email ?? '',
            },
          )}
          action={text('organization.invite.revoke')}
          onConfirm={async () => showProblemToast(await revokeInvitation(doomed.id, doomed.is_multiuse))}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </SettingGroup>
  )
}

function InviteRow({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) {
  const text = useText()
  const locale = useLocale()
  const people = useOrg(peopleById)
  const date = (seconds: number) =>
    new Date(seconds * 1_000).toLocaleDateString(locale, { dateStyle: 'medium' })
  const again = async () => {
    if (showProblemToast(await resendInvitation(invite.id)))
      showToast('organization.invite.resent', { values: { email: invite.email ?? '' } })
  }
  return (
    <li className={lists.row}>
      {invite.is_multiuse ? <Link2 size={18} aria-hidden="true" /> : <Mail size={18} aria-hidden="true" />}
      <span className={lists.main}>
        <span className={lists.name}>
          {invite.is_multiuse ? text('organization.invite.link') : <bdi>{invite.email}</bdi>}
        </span>
        <div className={lists.soft}>
          {text('organization.invite.details', {
            role: text(`profile.role.${invite.invited_as}`),
            name: people.get(invite.invited_by_user_id)?.full_name ?? text('profile.unknown'),
            date: date(invite.invited),
          })}{' '}
          ·{' '}
          {invite.expiry_date === null
            ? text('organization.invite.neverExpires')
            : text('organization.invite.expires', { date: date(invite.expiry_date) })}
        </div>
      </span>
      <span className={lists.actions}>
        {invite.link_url !== undefined ? (
          <Button size="small" onClick={() => void copyText(invite.link_url ?? '')}>
            {text('common.copyLink')}
          </Button>
        ) : invite.is_multiuse ? null : (
          <Button size="small" onClick={() => void again()}>
            {text('organization.invite.resend')}
          </Button>
        )}
        <Button size="small" kind="quiet" onClick={onRevoke}>
          {text('organization.invite.revoke')}
        </Button>
      </span>
    </li>
  )
}
