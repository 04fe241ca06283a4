import { z } from 'zod'
import { list, maxObjects, shortText, string } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { given, sample } from '../example.ts'
import { profileInput } from '../objects/profile-fields.ts'
import { user, userObject } from '../objects/users.ts'
import { flag, json, text } from '../param.ts'

const listOptions = {
  client_external_avatar: flag(true),
  include_custom_profile_fields: flag(),
}

export const getOwnUser = endpoint({
  route: 'GET /users/me',
  summary: 'The account that is calling',
  auth: 'user',
  params: {},
  reply: { ...user, avatar_url: z.string(), max_message_id: z.int() },
})

export const getUsers = endpoint({
  route: 'GET /users',
  summary: 'Every account of the organization, deactivated ones and bots included',
  auth: 'user',
  params: listOptions,
  example: { include_custom_profile_fields: true },
  reply: { members: z.array(userObject) },
})

export const getUser = endpoint({
  route: 'GET /users/{user_id}',
  summary: 'One account',
  auth: 'user',
  path: { user_id: 'int' },
  params: listOptions,
  example: { user_id: sample.user },
  reply: { user: userObject },
})

export const createUser = endpoint({
  route: 'POST /users',
  summary: 'Create an account',
  notes: 'For administrators who may create users; owners always may.',
  auth: 'user',
  gate: 'admin',
  params: { email: text(), password: text(), full_name: text() },
  example: { email: 'noor@example.com', password: given('new_password'), full_name: 'Noor Haddad' },
  reply: { user_id: z.int() },
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
const changeNotes =
  'Administrators only, and for bots their owner. Granting or taking away the role of owner, and changing an address, needs an ' +
  'owner. All of it or nothing.'

export const updateUser = endpoint({
  route: 'PATCH /users/{user_id}',
  summary: "Change another account's role, name, profile or address",
  notes: changeNotes,
  auth: 'user',
  path: { user_id: 'int' },
  params: changes,
  example: { user_id: sample.user, role: 300 },
  reply: {},
  errors: ['UnauthorizedPrincipal'],
})

const byEmail =
  'Found by the address that the API shows, or by the real one if the organization role of the caller may see it.'

export const getUserByEmail = endpoint({
  route: 'GET /users/{email}',
  summary: 'One account, by its address',
  notes: byEmail,
  auth: 'user',
  path: { email: 'text' },
  params: listOptions,
  example: { email: 'ana@example.com' },
  reply: { user: userObject },
})

export const updateUserByEmail = endpoint({
  route: 'PATCH /users/{email}',
  summary: "Change another account's role, name, profile or address, finding it by its address",
  notes: `${changeNotes} ${byEmail}`,
  auth: 'user',
  path: { email: 'text' },
  params: changes,
  example: { email: 'ana@example.com', full_name: 'Ana López' },
  reply: {},
  errors: ['UnauthorizedPrincipal'],
})

export const deactivateUser = endpoint({
  route: 'DELETE /users/{user_id}',
  summary: 'Deactivate an account, and the bots that belong to it',
  notes:
    'Administrators only; for owners, owners only. The only owner of the organization cannot be deactivated.',
  auth: 'user',
  path: { user_id: 'int' },
  params: { deactivation_notification_comment: text(string(10_000).optional()) },
  example: { user_id: sample.leaver, deactivation_notification_comment: 'Thank you for everything!' },
  reply: {},
  errors: ['UnauthorizedPrincipal'],
})

export const deactivateOwnUser = endpoint({
  route: 'DELETE /users/me',
  summary: 'Deactivate the account that is calling, and the bots that belong to it',
  auth: 'user',
  params: {},
  reply: {},
  errors: ['LastUser'],
})

export const reactivateUser = endpoint({
  route: 'POST /users/{user_id}/reactivate',
  summary: 'Bring a deactivated account back into use',
  notes:
    'Administrators only. The bots of a person stay deactivated. A bot whose owner is not active becomes that of the caller.',
  auth: 'user',
  path: { user_id: 'int' },
  params: {},
  example: { user_id: sample.formerUser },
  reply: {},
})

export const regenerateApiKey = endpoint({
  route: 'POST /users/me/api_key/regenerate',
  summary: 'Replace the API key of the account that is calling',
  notes: 'The old key stops working at once. Event queues stay.',
  auth: 'user',
  params: {},
  reply: { api_key: z.string() },
})
