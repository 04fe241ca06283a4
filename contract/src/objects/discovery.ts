import { z } from 'zod'
import { list, string } from '../bounds.ts'
import { messageScope } from './legal-holds.ts'

const maxWords = 100
const maxWordLength = 100

/** The messages of an e-discovery export: those of the scope that contain one of the words in any version. */
export const discoveryQuery = z.strictObject({
  ...messageScope,
  words: list(string(maxWordLength), maxWords),
})
export type DiscoveryQuery = z.output<typeof discoveryQuery>

export const discoveryExport = z.strictObject({
  discovery_export_id: z.int(),
  requested_by: z.int(),
  requested_at: z.int(),
  query: discoveryQuery,
  state: z.enum(['pending', 'finished', 'failed', 'deleted']),
  messages_total: z.int().nullable(),
  messages_read: z.int(),
  download_url: z.string().nullable(),
})
export type DiscoveryExportObject = z.output<typeof discoveryExport>
