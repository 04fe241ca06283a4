import { apiError } from '@loquat/contract'
import type { Realm } from '../../../realms/realm.ts'

/** Owners of the main organization, the one without a subdomain, administer the server. The endpoints require owners. */
export function assertMainOrganization(realm: Realm): void {
  if (realm.directory.realm.subdomain !== '') throw apiError('server-status-denied')
}
