import type { RegisteredUser } from '@loquat/contract'
import { roles } from '@loquat/contract/light'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/Button.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import {
  changePersonField,
  changeRole,
  reactivatePerson,
  renamePerson,
  resetFactors,
  signOutPerson,
} from '../../people/people-actions.ts'
import { isAllowed } from '../../permissions/is-allowed.ts'
import { useOrg } from '../../session/session.ts'
import { renameBot } from '../../settings/own-bots.ts'
import { showProblemToast } from '../../shell/error-toasts.ts'
import { showToast } from '../../shell/toasts.ts'
import { useText } from '../../texts/texts.tsx'
import { AutoChoice } from '../forms/AutoField.tsx'
import { AutoText } from '../forms/AutoText.tsx'
import { ProfileFields } from '../forms/ProfileFields.tsx'
import { SettingGroup } from '../forms/Setting.tsx'
import { Deactivate } from './Deactivate.tsx'

const ErasePerson = lazy(() => import('./ErasePerson.tsx').then((one) => ({ default: one.ErasePerson })))

/** Settings of a user for administrators, and of bots for their owners. */
export function ManageTab({ person, isInactive }: { person: RegisteredUser; isInactive: boolean }) {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  const isAdmin = useOrg((org) => org.is_admin === true)
  const me = useOrg((org) => org.user_id)
  const [isAsking, setAsking] = useState(false)
  const [isResetting, setResetting] = useState(false)
  const [isSigningOut, setSigningOut] = useState(false)
  const id = person.user_id
  const ownersOnly = person.is_owner && !isOwner ? text('organization.ownersOnly') : undefined
  const notAdmin = isAdmin ? undefined : text('organization.administratorsOnly')
  return (
    <>
      <SettingGroup>
        <AutoText
          label={text('settings.name')}
          value={person.full_name}
          maxLength={100}
          denied={person.is_bot ? undefined : ownersOnly}
          save={(name) => (person.is_bot ? renameBot(id, name) : renamePerson(id, name))}
        />
        {!isInactive && (
          <AutoChoice
            label={text('profile.role')}
            value={person.role as number}
            denied={ownersOnly ?? notAdmin ?? (id === me ? text('profile.ownRole') : undefined)}
            options={Object.values(roles)
              .filter(
                (role) =>
                  role === person.role || isAllowed({ kind: 'change-role', from: person.role, to: role }),
              )
              .map((role) => ({ value: role as number, label: text(`profile.role.${role}`) }))}
            save={(role) => changeRole(id, role)}
          />
        )}
        {!person.is_bot && isAdmin && (
          <ProfileFields
            userId={id}
            own={false}
            save={(field, value) => changePersonField(id, field, value)}
          />
        )}
      </SettingGroup>
      {isAdmin && !person.is_bot && id !== me && (
        <SettingGroup note={text('profile.resetFactors.body')}>
          <Button denied={ownersOnly} onClick={() => setResetting(true)}>
            {text('profile.resetFactors')}
          </Button>
        </SettingGroup>
      )}
      {isAdmin && !person.is_bot && id !== me && !isInactive && (
        <SettingGroup note={text('profile.signOut.body')}>
          <Button denied={ownersOnly} onClick={() => setSigningOut(true)}>
            {text('profile.signOut')}
          </Button>
        </SettingGroup>
      )}
      <SettingGroup note={text(isInactive ? 'profile.reactivateNote' : 'profile.deactivateNote')}>
        {isInactive ? (
          <Button denied={notAdmin} onClick={async () => showProblemToast(await reactivatePerson(id))}>
            {text('profile.reactivate')}
          </Button>
        ) : (
          <Button kind="danger" denied={ownersOnly} onClick={() => setAsking(true)}>
            {text('profile.deactivate')}
          </Button>
        )}
      </SettingGroup>
      {isOwner && !person.is_bot && id !== me && (
        <Suspense>
          <ErasePerson person={person} />
        </Suspense>
      )}
      {isResetting && (
        <Confirm
          title={text('profile.resetFactors')}
          body={text('profile.resetFactors.body')}
          action={text('profile.resetFactors')}
          onConfirm={async () => {
            if (showProblemToast(await resetFactors(id))) showToast('profile.resetFactors.done')
          }}
          onClose={() => setResetting(false)}
        />
      )}
      {isSigningOut && (
        <Confirm
          title={text('profile.signOut')}
          body={text('profile.signOut.body')}
          action={text('profile.signOut')}
          onConfirm={async () => {
            if (showProblemToast(await signOutPerson(id))) showToast('profile.signOut.done')
          }}
          onClose={() => setSigningOut(false)}
        />
      )}
      {isAsking && <Deactivate person={person} onClose={() => setAsking(false)} />}
    </>
  )
}
