import { z } from 'zod'
import { event } from '../event.ts'
import { exportConsent, realmExport } from '../objects/exports.ts'

export const exportsChanged = event(
  'realm_export',
  null,
  'These are all the exports of the organization. For administrators.',
  { exports: z.array(realmExport) },
)

export const exportConsentChanged = event(
  'realm_export_consent',
  null,
  'Somebody agrees that their private data is exported, or no longer. For administrators.',
  exportConsent.shape,
)
