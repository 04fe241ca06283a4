import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { discoveryExport, discoveryQuery } from '../objects/discovery.ts'
import { messageScope } from '../objects/legal-holds.ts'
import { proofParams, proofReasons } from '../objects/second-factors.ts'
import { json } from '../param.ts'

const owners = { auth: 'user', gate: 'owner' } as const

export const getDiscoveryExports = endpoint({
  route: 'GET /realm/discovery_exports',
  summary: 'Get all e-discovery exports',
  notes:
    'Use this to list the e-discovery exports of the organization, newest first, and to follow their progress. Only ' +
    'owners can download them, and each download is recorded in the audit log. This is an extension of Loquat.',
  ...owners,
  params: {},
  reply: { discovery_exports: z.array(discoveryExport) },
})

export const requestDiscoveryExport = endpoint({
  route: 'POST /realm/discovery_exports',
  summary: 'Create an e-discovery export',
  notes:
    'Use this to collect messages for a legal matter: of any channel and direct conversation, with all versions and files, and with the ' +
    'deleted ones that legal holds keep. The archive has JSON lines, the files, and `custody.json` with the request, the counts ' +
    'and the SHA-256 of every file, signed with the key of the audit log. It is made in the background. This is an extension ' +
    'of Loquat.',
  ...owners,
  params: {
    user_ids: json(messageScope.user_ids.default([])),
    channel_ids: json(messageScope.channel_ids.default([])),
    sent_from: json(messageScope.sent_from.default(null)),
    sent_until: json(messageScope.sent_until.default(null)),
    words: json(discoveryQuery.shape.words.default([])),
    ...proofParams,
  },
  example: { user_ids: [sample.user], words: ['plum'], password: given('password') },
  reply: { discovery_export_id: z.int() },
  reasons: [
    ...proofReasons,
    'discovery-export-limit-exceeded',
    'discovery-word-empty',
    'message-scope-user-not-found',
    'message-scope-channel-not-found',
    'message-scope-times-reversed',
  ],
})

export const deleteDiscoveryExport = endpoint({
  route: 'DELETE /realm/discovery_exports/{discovery_export_id}',
  summary: 'Delete an e-discovery export',
  notes:
    'Use this to delete the archive of an export when it is no longer needed. The export stays in the list. This is an ' +
    'extension of Loquat.',
  ...owners,
  path: { discovery_export_id: 'int' },
  params: proofParams,
  example: { discovery_export_id: sample.discoveryExport, password: given('password') },
  reply: {},
  reasons: [...proofReasons, 'discovery-export-not-found'],
})
