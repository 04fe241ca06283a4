import { z } from 'zod'
import { auditKinds, auditTargets } from '../audit-kinds.ts'
import { list, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { auditEntry } from '../objects/audit.ts'
import { json, text } from '../param.ts'

const maxAuditPage = 200

export const getAuditLog = endpoint({
  route: 'GET /realm/audit_log',
  summary: 'Get the audit log',
  notes:
    'Use this to see who changed settings, permissions and accounts, and who signed in: newest first, as many filters at once as needed. ' +
    'Continue with `before` set to `next` until `next` is null; a page can have fewer entries than `limit`, even none, because each ' +
    'request looks through a limited number of entries. The whole log as JSON lines is at `/audit-log.jsonl`. Only owners can use it.',
  auth: 'user',
  gate: 'owner',
  params: {
    before: json(z.int().positive().optional()),
    limit: json(z.int().min(1).max(maxAuditPage).default(50)),
    kinds: json(list(z.enum(auditKinds), auditKinds.length).optional()),
    actor_id: json(z.int().optional()),
    target_type: text(z.enum(auditTargets).optional()),
    target_id: json(z.int().optional()),
    since: json(z.int().min(0).max(99_999_999_999).optional()),
    until: json(z.int().min(0).max(99_999_999_999).optional()),
    text: text(string(100).optional()),
  },
  example: { limit: 2, kinds: ['user.created'] },
  reply: { entries: z.array(auditEntry), next: z.int().nullable() },
})
