import { z } from 'zod'

/** What everybody of the organization may see anyway, or also what those who agree to it can see. */
export const publicExport = 1
export const exportWithConsent = 2
export const exportType = z.literal([publicExport, exportWithConsent])
export type ExportType = z.output<typeof exportType>

/** Times are in seconds. The address is null until the archive is there, and when it is no longer. */
export const realmExport = z.strictObject({
  id: z.int(),
  acting_user_id: z.int(),
  export_time: z.number(),
  deleted_timestamp: z.number().nullable(),
  failed_timestamp: z.number().nullable(),
  export_url: z.string().nullable(),
  pending: z.boolean(),
  export_type: exportType,
})
export type RealmExport = z.output<typeof realmExport>

export const exportConsent = z.strictObject({ user_id: z.int(), consented: z.boolean() })
