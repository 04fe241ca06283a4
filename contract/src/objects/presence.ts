import { z } from 'zod'

export const presenceStatus = z.enum(['active', 'idle'])

/** When a user was last active and last connected, by user ID. */
export const modernPresence = z.strictObject({ active_timestamp: z.int(), idle_timestamp: z.int() })

const report = { client: z.string(), status: presenceStatus, timestamp: z.int() }
/** The legacy presence format, by the email address that the API shows. */
export const legacyPresence = z.strictObject({
  website: z.strictObject({ ...report, pushable: z.boolean() }),
  aggregated: z.strictObject(report),
})
export type ModernPresence = z.output<typeof modernPresence>
export type LegacyPresence = z.output<typeof legacyPresence>

export const presences = z.record(z.string(), z.union([modernPresence, legacyPresence]))
export type Presences = z.output<typeof presences>
