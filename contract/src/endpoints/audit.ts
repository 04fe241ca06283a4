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

const owners = { auth: 'user', gate: 'owner' } as const

export const getAuditWebhook = endpoint({
  route: 'GET /realm/audit_log/webhook',
  summary: 'Get the webhook of the audit log',
  notes: 'Use this to see which address gets the audit log of the organization, and whether it fails.',
  ...owners,
  params: {},
  reply: { webhook: z.object({ url: z.string(), problem: z.string().nullable() }).nullable() },
})

export const setAuditWebhook = endpoint({
  route: 'POST /realm/audit_log/webhook',
  summary: 'Set the webhook of the audit log',
  notes:
    'Use this to send new entries of the audit log to an address of yours, as JSON with up to 100 entries, within a minute or two. Requests have the header ' +
    '`X-Loquat-Signature: sha256=…`, an HMAC-SHA-256 of the body with `secret`, which is shown only here. Any answer but 2xx is a failure, and the same ' +
    'entries are sent again after a minute, two minutes, and so on, up to an hour. Another call replaces the address and the secret.',
  ...owners,
  params: { url: text(string(2_000)) },
  example: { url: 'https://logs.example.com/audit' },
  reply: { secret: z.string() },
  reasons: ['url-invalid'],
})

export const deleteAuditWebhook = endpoint({
  route: 'DELETE /realm/audit_log/webhook',
  summary: 'Remove the webhook of the audit log',
  notes: 'Use this to stop sending the audit log.',
  ...owners,
  params: {},
  reply: {},
  reasons: ['audit-webhook-not-found'],
})
