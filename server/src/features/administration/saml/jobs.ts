import { job } from '../../../jobs/job.ts'
import { refreshMetadata } from './metadata.ts'

/** Certificates are announced days before they are used. */
export const refreshSamlMetadata = job<object>({
  name: 'refresh-saml-metadata',
  every: '37 * * * *',
  run: (app, _, stopping) => refreshMetadata(app, stopping),
})
