import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
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
  reply: { members: z.array(userObject) },
})

export const getUser = endpoint({
  route: 'GET /users/{user_id}',
  summary: 'One account',
  auth: 'user',
  path: { user_id: 'int' },
  params: listOptions,
  reply: { user: userObject },
})

export const createUser = endpoint({
  route: 'POST /users',
  summary: 'Create an account',
  notes: 'For administrators who may create users; owners always may.',
  auth: 'user',
  gate: 'admin',
  params: { email: text(), password: text(), full_name: text() },
  reply: { user_id: z.int() },
})

export const updateUser = endpoint({
  route: 'PATCH /users/{user_id}',
  summary: "Change another account's name or role",
  notes: 'Administrators only. Granting or taking away the role of owner needs an owner.',
  auth: 'user',
  path: { user_id: 'int' },
  params: { role: json(z.int().optional()), full_name: text(z.string().optional()) },
  reply: {},
  errors: ['UnauthorizedPrincipal'],
})
