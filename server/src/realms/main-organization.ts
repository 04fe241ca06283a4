import type { Realm } from './realm.ts'

/** The organization without a subdomain. Its owners administer the server. */
export const isMainOrganization = ({ directory }: Pick<Realm, 'directory'>): boolean =>
  directory.realm.subdomain === ''
