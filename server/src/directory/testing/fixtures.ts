import { Directory } from '../directory.ts'

/** For tests only: an organization without anybody in it. */
export const emptyDirectory = () =>
  new Directory({
    id: 1,
    subdomain: '',
    name: 'Orchard',
    settings: {},
    permissions: {},
    pictures: {},
    domains: [],
    authentication: {},
    userDefaults: {},
    deactivated: false,
    createdAt: 0,
  })
