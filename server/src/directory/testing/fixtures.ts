import { initialSignInPolicy } from '@loquat/contract'
import { Directory } from '../directory.ts'

/** An organization without users. */
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
    signInPolicy: initialSignInPolicy,
    deactivated: false,
    previewOf: null,
    oldMessageIdsBelow: null,
    createdAt: 0,
  })
