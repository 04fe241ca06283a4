import { z } from 'zod'
import { string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { legalHoldObject, maxHoldNameLength, messageScope } from '../objects/legal-holds.ts'
import { proofParams, proofReasons } from '../objects/second-factors.ts'
import { json, text } from '../param.ts'

const owners = { auth: 'user', gate: 'owner' } as const

export const getLegalHolds = endpoint({
  route: 'GET /realm/legal_holds',
  summary: 'Get all legal holds',
  notes:
    'Use this to show owners the legal holds of the organization, released ones included, newest first, and how much they ' +
    'keep of messages that were deleted. This is an extension of Loquat.',
  ...owners,
  params: {},
  reply: {
    legal_holds: z.array(legalHoldObject),
    kept_messages: z.int(),
    kept_files: z.int(),
  },
})

export const createLegalHold = endpoint({
  route: 'POST /realm/legal_holds',
  summary: 'Create a legal hold',
  notes:
    'Use this to keep messages for a legal matter, although people, moderators or the retention delete them. Messages and files are ' +
    'kept with all versions, and only an e-discovery export contains them: everybody sees them as deleted, and nothing ' +
    'shows that there is a hold. A message belongs to a hold if one of the users sent it or takes part in its direct conversation, or if ' +
    'it is or was in one of the channels. This is an extension of Loquat.',
  ...owners,
  params: {
    name: text(string(maxHoldNameLength)),
    user_ids: json(messageScope.user_ids.default([])),
    channel_ids: json(messageScope.channel_ids.default([])),
    sent_from: json(messageScope.sent_from.default(null)),
    sent_until: json(messageScope.sent_until.default(null)),
    ...proofParams,
  },
  example: { name: 'Plum contract', user_ids: [sample.user], password: given('password') },
  reply: { legal_hold_id: z.int() },
  reasons: [
    ...proofReasons,
    'legal-hold-name-empty',
    'legal-hold-limit-reached',
    'message-scope-user-not-found',
    'message-scope-channel-not-found',
    'message-scope-times-reversed',
  ],
})

export const releaseLegalHold = endpoint({
  route: 'DELETE /realm/legal_holds/{legal_hold_id}',
  summary: 'End a legal hold',
  notes:
    'Use this when the legal matter is over. Messages that only this hold has kept are deleted within the hour. The hold stays in the ' +
    'list. This is an extension of Loquat.',
  ...owners,
  path: { legal_hold_id: 'int' },
  params: proofParams,
  example: { legal_hold_id: sample.legalHold, password: given('password') },
  reply: {},
  reasons: [...proofReasons, 'legal-hold-not-found', 'legal-hold-released'],
})
