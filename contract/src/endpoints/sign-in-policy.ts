import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { signInPolicy, signInPolicyChange } from '../objects/sign-in-policy.ts'
import { json, text } from '../param.ts'

export const getSignInPolicy = endpoint({
  route: 'GET /realm/sign_in_policy',
  summary: 'Get the sign-in policy',
  notes:
    'Use this to show owners how people of the organization log in and for how long. `address` is the address of this ' +
    'request, which allowed networks must contain. This is an extension of Loquat.',
  auth: 'user',
  gate: 'owner',
  params: {},
  reply: { sign_in_policy: signInPolicy, address: z.string() },
})

export const updateSignInPolicy = endpoint({
  route: 'PATCH /realm/sign_in_policy',
  summary: 'Update the sign-in policy',
  notes:
    'Use this to limit sessions, to turn passwords off, to allow only certain networks, or to require stronger ' +
    'passwords. Changes apply to current sessions at once; password rules apply to new passwords. Nobody can lock themselves out: the ' +
    'networks must contain the address of the request, and passwords stay on unless the caller has another way to log ' +
    'in. This is an extension of Loquat.',
  auth: 'user',
  gate: 'owner',
  params: {
    session_minutes: json(signInPolicyChange.session_minutes),
    idle_minutes: json(signInPolicyChange.idle_minutes),
    single_sign_on_only: text(signInPolicyChange.single_sign_on_only),
    allowed_networks: json(signInPolicyChange.allowed_networks),
    password_min_length: json(signInPolicyChange.password_min_length),
    password_min_level: json(signInPolicyChange.password_min_level),
  },
  example: { session_minutes: { guest: 1_440 }, password_min_length: 10 },
  reply: { sign_in_policy: signInPolicy },
  reasons: [
    'proof-required',
    'network-invalid',
    'network-excludes-caller',
    'single-sign-on-missing',
    'single-sign-on-without-way-back',
  ],
})

export const signOutUser = endpoint({
  route: 'DELETE /users/{user_id}/sessions',
  summary: 'End all sessions of a user',
  notes:
    'Use this when a device of a user is lost, or somebody else may be logged in as them. Ends all their browser sessions, and their ' +
    'browsers ask for a code of the second factor again. Their API key is kept. Only owners can do this for owners. This is an ' +
    'extension of Loquat.',
  auth: 'user',
  gate: 'admin',
  path: { user_id: 'int' },
  params: {},
  example: { user_id: sample.user },
  reply: { sessions: z.int() },
  reasons: ['user-not-found', 'proof-required', 'sign-out-of-owner-denied'],
})
