import { job } from '../../../jobs/job.ts'
import { syncLdap } from './sync.ts'

export const syncLdapAccounts = job<object>({
  name: 'sync-ldap',
  every: '7 * * * *',
  run: (app, _, stopping) => syncLdap(app, stopping),
})
