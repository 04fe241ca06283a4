import { useOrg } from '../../session/session.ts'
import { useText } from '../../texts/texts.tsx'

/** Why the reader cannot change the setting, if so. */
export function useOrgDenied(isOwnerOnly: boolean): string | undefined {
  const text = useText()
  const isOwner = useOrg((org) => org.is_owner === true)
  const isAdmin = useOrg((org) => org.is_admin === true)
  if (isOwner || (isAdmin && !isOwnerOnly)) return undefined
  return text(isOwnerOnly ? 'organization.ownersOnly' : 'organization.administratorsOnly')
}
