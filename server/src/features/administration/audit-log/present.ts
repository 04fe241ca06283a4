import type { AuditEntryObject } from '@loquat/contract'
import type { AuditEntry } from '../../../audit/entry.ts'
import { toSeconds } from '../../../platform/clock.ts'

const valuesOf = (text: string | null) =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>)

export const presentEntry = (entry: AuditEntry): AuditEntryObject => ({
  id: entry.seq,
  time: toSeconds(entry.at.getTime()),
  kind: entry.kind,
  actor_id: entry.actorId,
  credential: entry.credential,
  credential_id: entry.credentialId,
  address: entry.address,
  target_type: entry.targetType,
  target_id: entry.targetId,
  target_name: entry.targetName,
  before: valuesOf(entry.before),
  after: valuesOf(entry.after),
  code: entry.mac,
})
