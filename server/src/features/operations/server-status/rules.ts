import { apiError } from '@loquat/contract'
import { isMainOrganization } from '../../../realms/main-organization.ts'
import type { Realm } from '../../../realms/realm.ts'

/** The endpoints require owners. */
export function assertMainOrganization(realm: Realm): void {
  if (!isMainOrganization(realm)) throw apiError('server-status-denied')
}
