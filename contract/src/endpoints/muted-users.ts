import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'

export const muteUser = endpoint({
  route: 'POST /users/me/muted_users/{muted_user_id}',
  summary: 'Mute a user',
  notes:
    'Use this to hide the messages of a user. Their unread messages are marked read, and later ones arrive as read.',
  auth: 'user',
  path: { muted_user_id: 'int' },
  params: {},
  example: { muted_user_id: sample.user },
  reply: {},
  reasons: ['mute-exists', 'mute-of-self-denied', 'mute-user-not-found'],
})

export const unmuteUser = endpoint({
  route: 'DELETE /users/me/muted_users/{muted_user_id}',
  summary: 'Unmute a user',
  notes: 'Use this to show the messages of a user again. Messages that were marked read stay read.',
  auth: 'user',
  path: { muted_user_id: 'int' },
  params: {},
  example: { muted_user_id: sample.user },
  reply: {},
  reasons: ['mute-missing'],
})
