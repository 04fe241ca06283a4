import { z } from 'zod'
import { list, maxObjects, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { profileInput } from '../objects/profile-fields.ts'
import { user, userObject } from '../objects/users.ts'
import { flag, json, text } from '../param.ts'
import { profileValueReasons, roleReasons, userNameReasons } from '../reasons/identity.ts'
import { emailDenialReasons } from '../reasons/sign-in.ts'

const listOptions = {
  client_external_avatar: flag(true),
  include_custom_profile_fields: flag(),
}

export const getOwnUser = endpoint({
  route: 'GET /users/me',
  summary: 'Get your own user',
  notes: 'Use this to learn your own user ID, name, role and profile.',
  auth: 'user',
  params: {},
  reply: { ...user, avatar_url: z.string(), max_message_id: z.int() },
})

export const getUsers = endpoint({
  route: 'GET /users',
  summary: 'Get all users',
  notes: 'Use this to list the users of the organization, including bots and deactivated users.',
  auth: 'user',
  params: listOptions,
  example: { include_custom_profile_fields: true },
  reply: { members: z.array(userObject) },
})

export const getUser = endpoint({
  route: 'GET /users/{user_id}',
  summary: 'Get a user',
  notes: 'Use this to look up a user by ID.',
  auth: 'user',
  path: { user_id: 'int' },
  params: listOptions,
  example: { user_id: sample.user },
  reply: { user: userObject },
  reasons: ['user-not-found'],
})

export const createUser = endpoint({
  route: 'POST /users',
  summary: 'Create a user',
  notes:
    'Use this to create accounts without an invitation. Administrators need the permission to create users; owners ' +
    'always have it.',
  auth: 'user',
  gate: 'admin',
  params: { email: text(), password: text(), full_name: text() },
  example: { email: 'noor@example.com', password: given('new_password'), full_name: 'Noor Haddad' },
  reply: { user_id: z.int() },
  reasons: [
    'account-creation-denied',
    ...emailDenialReasons,
    ...userNameReasons,
    'email-address-invalid',
    'email-address-taken',
    'password-too-weak',
    'password-too-short',
    'password-breached',
  ],
})

/** Account properties that an administrator can change. */
const changes = {
  role: json(z.int().optional()),
  full_name: text(shortText.optional()),
  profile_data: json(
    list(z.object({ id: z.int(), value: profileInput.nullable().default(null) }), maxObjects).optional(),
  ),
  new_email: text(shortText.optional()),
}

const changeReasons = [
  'account-change-denied',
  'account-profile-missing',
  'proof-required',
  ...roleReasons,
  ...userNameReasons,
  ...profileValueReasons,
  'user-not-found',
  'email-address-invalid',
  'email-address-taken',
  'email-address-change-denied',
] as const

export const updateUser = endpoint({
  route: 'PATCH /users/{user_id}',
  summary: 'Update a user',
  notes:
    'Use this to change the role, name, profile or email address of another user. Only administrators can do so, and ' +
    'the owner of a bot. Granting or revoking the owner role, and changing an email address, requires an owner. All ' +
    'changes are applied, or none.',
  auth: 'user',
  path: { user_id: 'int' },
  params: changes,
  example: { user_id: sample.user, role: 300 },
  reply: {},
  reasons: changeReasons,
})

export const getUserByEmail = endpoint({
  route: 'GET /users/{email}',
  summary: 'Get a user by email',
  notes:
    'Use this to look up a user by email address: the one that the API shows, or the real one if the caller can see ' +
    'it.',
  auth: 'user',
  path: { email: 'text' },
  params: listOptions,
  example: { email: 'ana@example.com' },
  reply: { user: userObject },
  reasons: ['user-not-found'],
})

export const updateUserByEmail = endpoint({
  route: 'PATCH /users/{email}',
  summary: 'Update a user by email',
  notes:
    'The same as updating a user by ID, for scripts that know only the email address: the one that the API shows, or ' +
    'the real one if the caller can see it.',
  auth: 'user',
  path: { email: 'text' },
  params: changes,
  example: { email: 'ana@example.com', full_name: 'Ana López' },
  reply: {},
  reasons: changeReasons,
})

export const deactivateUser = endpoint({
  route: 'DELETE /users/{user_id}',
  summary: 'Deactivate a user',
  notes:
    'Use this when someone leaves the organization. Their bots are deactivated, too. Only administrators can do so, ' +
    'and only owners for owners. The last owner cannot be deactivated.',
  auth: 'user',
  path: { user_id: 'int' },
  params: { deactivation_notification_comment: text(string(10_000).optional()) },
  example: { user_id: sample.leaver, deactivation_notification_comment: 'Thank you for everything!' },
  reply: {},
  reasons: [
    'account-already-deactivated',
    'account-deactivation-denied',
    'account-deactivation-of-owner-denied',
    'account-is-only-owner',
    'user-not-found',
    'deactivation-comment-too-long',
  ],
})

export const deactivateOwnUser = endpoint({
  route: 'DELETE /users/me',
  summary: 'Deactivate your own user',
  notes: 'Use this to close your own account. Your bots are deactivated, too.',
  auth: 'user',
  params: {},
  reply: {},
  reasons: ['user-not-found', 'own-account-is-only-user', 'own-account-is-only-owner', 'proof-required'],
})

export const reactivateUser = endpoint({
  route: 'POST /users/{user_id}/reactivate',
  summary: 'Reactivate a user',
  notes:
    'Use this when someone returns to the organization. Only administrators can do so. Bots of the user stay ' +
    'deactivated. A bot whose owner is deactivated becomes owned by the caller.',
  auth: 'user',
  path: { user_id: 'int' },
  params: {},
  example: { user_id: sample.formerUser },
  reply: {},
  reasons: [
    'account-erased',
    'account-reactivation-denied',
    'user-not-found',
    'bot-creation-denied',
    'bot-name-taken',
  ],
})

export const regenerateApiKey = endpoint({
  route: 'POST /users/me/api_key/regenerate',
  summary: 'Regenerate your API key',
  notes:
    'Use this if your API key was exposed. The old key stops working immediately. Event queues are kept.',
  auth: 'user',
  params: {},
  reply: { api_key: z.string() },
  reasons: ['user-not-found', 'proof-required'],
})
