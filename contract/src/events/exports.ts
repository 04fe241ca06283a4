import { z } from 'zod'
import { event } from '../event.ts'
import { exportConsent, realmExport } from '../objects/exports.ts'

export const exportsChanged = event(
  'realm_export',
  null,
  'The data exports changed. Contains all of them. Sent to administrators.',
  { exports: z.array(realmExport) },
)

export const exportConsentChanged = event(
  'realm_export_consent',
  null,
  'A user gave or withdrew consent to the export of their private data. Sent to administrators.',
  exportConsent.shape,
)
