import { z } from 'zod'
import { shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { json, text } from '../param.ts'

const owners = { auth: 'user', gate: 'owner', path: { user_id: 'int' } } as const

export const eraseUser = endpoint({
  route: 'POST /users/{user_id}/erase',
  summary: 'Erase a person',
  notes:
    'Use this to remove the personal data of somebody who has left, forever. The account is deactivated and gets a pseudonym at once; the rest ' +
    'follows in the background. Messages are kept under the pseudonym or deleted. Only owners can use it, and not for themselves.',
  ...owners,
  params: { full_name: text(shortText), delete_messages: json(z.boolean()) },
  example: { user_id: sample.leaver, full_name: 'Leo Stone', delete_messages: false },
  reply: {},
  reasons: [
    'proof-required',
    'user-not-found',
    'erasure-of-self-denied',
    'erasure-during-hold',
    'erasure-name-wrong',
    'account-erased',
    'account-is-only-owner',
  ],
})

export const getErasure = endpoint({
  route: 'GET /users/{user_id}/erasure',
  summary: 'Get the progress of erasing a person',
  notes:
    'Use this to see whether the data of a person is being erased, and how far that is. Only owners can use it.',
  ...owners,
  params: {},
  example: { user_id: sample.user },
  reply: {
    erasure: z
      .object({
        delete_messages: z.boolean(),
        requested_at: z.int(),
        finished_at: z.int().nullable(),
        step: z.string(),
        progress: z.number(),
      })
      .nullable(),
  },
  reasons: ['user-not-found'],
})
