import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { userStatusObject } from '../objects/user-status.ts'
import { json, text } from '../param.ts'

export const maxStatusTextLength = 60

export const updateStatus = endpoint({
  route: 'POST /users/me/status',
  summary: 'Say in a few words and an emoji what one is about',
  notes:
    'What is not sent stays; an empty text or name clears. Code and type of the emoji that are not sent are those of the name. ' +
    '`away` is the opposite of the setting `presence_enabled`.',
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
})

export const getStatus = endpoint({
  route: 'GET /users/{user_id}/status',
  summary: 'What somebody says they are about',
  auth: 'user',
  path: { user_id: 'int' },
  params: {},
  example: { user_id: sample.user },
  reply: { status: userStatusObject },
})
