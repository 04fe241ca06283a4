import { z } from 'zod'
import { auditCredentials, auditKinds, auditTargets } from '../audit-kinds.ts'

/** An entry of the audit log. Users are named by ID. */
export const auditEntry = z.strictObject({
  id: z.int(),
  time: z.int(),
  kind: z.enum(auditKinds),
  actor_id: z.int().nullable(),
  credential: z.enum(auditCredentials),
  credential_id: z.string(),
  address: z.string(),
  target_type: z.enum(auditTargets).nullable(),
  target_id: z.int().nullable(),
  target_name: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  code: z.string(),
})
export type AuditEntryObject = z.output<typeof auditEntry>
