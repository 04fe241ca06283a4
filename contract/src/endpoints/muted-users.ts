import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'

export const muteUser = endpoint({
  route: 'POST /users/me/muted_users/{muted_user_id}',
  summary: 'Mute somebody',
  notes: 'What they sent and the caller has not read is marked read; what they send later arrives read.',
  auth: 'user',
  path: { muted_user_id: 'int' },
  params: {},
  example: { muted_user_id: sample.user },
  reply: {},
})

export const unmuteUser = endpoint({
  route: 'DELETE /users/me/muted_users/{muted_user_id}',
  summary: 'Hear somebody again whom the caller muted',
  notes: 'What was marked read stays read.',
  auth: 'user',
  path: { muted_user_id: 'int' },
  params: {},
  example: { muted_user_id: sample.user },
  reply: {},
})
