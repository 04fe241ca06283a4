import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

const owners = { auth: 'user', gate: 'owner', params: {}, example: {} } as const

export const getScim = endpoint({
  route: 'GET /realm/scim',
  summary: 'Get the provisioning state',
  notes:
    'Use this to see where an identity provider reaches the organization by SCIM, and whether it has a token. Only owners can use it.',
  ...owners,
  reply: {
    url: z.string(),
    token: z
      .object({
        created_at: z.int(),
        creator_id: z.int().nullable(),
        last_used_at: z.int().nullable(),
      })
      .nullable(),
  },
})

export const createScimToken = endpoint({
  route: 'POST /realm/scim/token',
  summary: 'Create the provisioning token',
  notes:
    'Use this to let an identity provider create, change and deactivate users and groups by SCIM. The token is returned once, and an earlier ' +
    'one ends at once. Only owners can use it.',
  ...owners,
  reply: { scim_token: z.string() },
  reasons: ['proof-required'],
})

export const revokeScimToken = endpoint({
  route: 'DELETE /realm/scim/token',
  summary: 'Revoke the provisioning token',
  notes: 'Use this to end provisioning. Users and groups stay as they are. Only owners can use it.',
  ...owners,
  reply: {},
  reasons: ['scim-token-not-found'],
})
