import { job } from '../../../jobs/job.ts'
import { syncOpenId } from './openid-sync.ts'
import { syncLdap } from './sync.ts'

export const syncLdapAccounts = job<object>({
  name: 'sync-ldap',
  every: '7 * * * *',
  run: (app, _, stopping) => syncLdap(app, stopping),
})

export const syncOpenIdAccounts = job<object>({
  name: 'sync-openid',
  every: '37 * * * *',
  run: (app, _, stopping) => syncOpenId(app, stopping),
})
