import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { profileFieldObject, profileValue } from '../objects/profile-fields.ts'
import { flag, json, text } from '../param.ts'

export const maxFieldNameLength = 40
export const maxFieldHintLength = 80
/** How many fields may be shown where a profile is summed up. */
export const mostInSummary = 2

const path = { field_id: 'int' } as const
const fieldData = json(z.record(z.string(), z.unknown()).optional())

export const getProfileFields = endpoint({
  route: 'GET /realm/profile_fields',
  summary: 'The fields that the organization added to profiles, in their order',
  auth: 'user',
  params: {},
  reply: { custom_fields: z.array(profileFieldObject) },
})

export const createProfileField = endpoint({
  route: 'POST /realm/profile_fields',
  summary: 'Add a field to the profiles of people',
  notes:
    '`field_data` belongs to lists of options (`{key: {text, order}}`) and to external accounts (`{subtype}`, and for the subtype ' +
    '`custom` a `url_pattern` with `%(username)s`). Accounts of a known kind bring their own name and hint.',
  auth: 'user',
  gate: 'admin',
  params: {
    name: text(z.string().default('')),
    hint: text(z.string().default('')),
    field_type: json(z.int()),
    field_data: fieldData,
    display_in_profile_summary: flag(),
    required: flag(),
    editable_by_user: flag(true),
  },
  example: { name: 'Favourite fruit', hint: 'Only one!', field_type: 1 },
  reply: { id: z.int() },
})

export const reorderProfileFields = endpoint({
  route: 'PATCH /realm/profile_fields',
  summary: 'Put the fields of profiles into another order',
  auth: 'user',
  gate: 'admin',
  params: { order: json(z.array(z.int())) },
  example: { order: [sample.oldProfileField, sample.profileField] },
  reply: {},
})

export const updateProfileField = endpoint({
  route: 'PATCH /realm/profile_fields/{field_id}',
  summary: 'Change a field of profiles',
  notes: 'Its type stays. Values that use an option which is taken away are deleted.',
  auth: 'user',
  gate: 'admin',
  path,
  params: {
    name: text(z.string().optional()),
    hint: text(z.string().optional()),
    field_data: fieldData,
    display_in_profile_summary: json(z.boolean().optional()),
    required: json(z.boolean().optional()),
    editable_by_user: json(z.boolean().optional()),
  },
  example: { field_id: sample.profileField, hint: 'As printed on your card' },
  reply: {},
})

export const deleteProfileField = endpoint({
  route: 'DELETE /realm/profile_fields/{field_id}',
  summary: 'Take a field from profiles, with what everyone wrote there',
  auth: 'user',
  gate: 'admin',
  path,
  params: {},
  example: { field_id: sample.oldProfileField },
  reply: {},
})

export const updateProfileData = endpoint({
  route: 'PATCH /users/me/profile_data',
  summary: "Fill in fields of one's profile, all of them or none",
  auth: 'user',
  gate: 'human',
  params: { data: json(z.array(z.object({ id: z.int(), value: profileValue }))) },
  example: { data: [{ id: sample.profileField, value: 'Shed 4' }] },
  reply: {},
})

export const deleteProfileData = endpoint({
  route: 'DELETE /users/me/profile_data',
  summary: "Empty fields of one's profile, all of them or none",
  auth: 'user',
  gate: 'human',
  params: { data: json(z.array(z.int())) },
  example: { data: [sample.profileField] },
  reply: {},
})
