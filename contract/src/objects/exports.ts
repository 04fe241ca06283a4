import { z } from 'zod'

/** An export of public data only, or one that includes the private data of consenting users. */
export const publicExport = 1
export const exportWithConsent = 2
export const exportType = z.literal([publicExport, exportWithConsent])
export type ExportType = z.output<typeof exportType>

/** Timestamps are in seconds. The URL is null before the archive is ready and after it was deleted. */
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
