import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { userStatusObject } from '../objects/user-status.ts'
import { json, text } from '../param.ts'
import { emojiReasons } from '../reasons/shared.ts'

export const maxStatusTextLength = 60

export const updateStatus = endpoint({
  route: 'POST /users/me/status',
  summary: 'Update your status',
  notes:
    'Use this to set your status text and emoji. Parameters that are not sent are unchanged; an empty text or name ' +
    'clears. Without `emoji_code` and `reaction_type`, they follow from `emoji_name`.',
  auth: 'user',
  gate: 'human',
  params: {
    status_text: text(shortText.optional()),
    away: json(z.boolean().optional()),
    emoji_name: text(shortText.optional()),
    emoji_code: text(shortText.optional()),
    reaction_type: text(shortText.optional()),
  },
  example: { status_text: 'picking plums', emoji_name: 'evergreen_tree' },
  reply: {},
  reasons: [
    ...emojiReasons,
    'status-change-empty',
    'status-text-too-long',
    'status-emoji-name-missing',
    'status-emoji-type-not-found',
  ],
})

export const getStatus = endpoint({
  route: 'GET /users/{user_id}/status',
  summary: "Get a user's status",
  notes: 'Use this to show the status text and emoji of a user.',
  auth: 'user',
  path: { user_id: 'int' },
  params: {},
  example: { user_id: sample.user },
  reply: { status: userStatusObject },
  reasons: ['user-not-found'],
})
