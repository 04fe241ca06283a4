import { z } from 'zod'
import { list, maxObjects, record, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { sample } from '../example.ts'
import { profileFieldObject, profileInput } from '../objects/profile-fields.ts'
import { flag, json, text } from '../param.ts'
import { profileValueReasons } from '../reasons/identity.ts'

export const maxFieldNameLength = 40
export const maxFieldHintLength = 80
/** Maximum number of fields shown in profile summaries. */
export const maxSummaryFields = 2

const path = { field_id: 'int' } as const
/** The options of a list, each with a text and an order, or the URL pattern of an external account. */
const fieldData = json(record(z.unknown(), maxObjects).optional(), { maxLength: 200_000 })

const fieldReasons = [
  'profile-field-name-empty',
  'profile-field-name-too-long',
  'profile-field-name-taken',
  'profile-field-hint-too-long',
  'profile-field-summary-unsupported',
  'profile-field-summary-full',
  'profile-field-options-empty',
  'profile-field-option-invalid',
  'profile-field-option-duplicate',
  'profile-field-account-not-found',
  'profile-field-url-placeholder-missing',
  'profile-field-url-invalid',
] as const

export const getProfileFields = endpoint({
  route: 'GET /realm/profile_fields',
  summary: 'Get custom profile fields',
  notes: 'Use this to list the profile fields of the organization, in display order.',
  auth: 'user',
  params: {},
  reply: { custom_fields: z.array(profileFieldObject) },
})

export const createProfileField = endpoint({
  route: 'POST /realm/profile_fields',
  summary: 'Create a custom profile field',
  notes:
    'Use this to add a field to all profiles. `field_data` is required for lists of options (`{key: {text, order}}`) ' +
    'and external accounts (`{subtype}`, and for the subtype `custom` a `url_pattern` with `%(username)s`). Known ' +
    'account types have their own name and hint.',
  auth: 'user',
  gate: 'admin',
  params: {
    name: text(shortText.default('')),
    hint: text(shortText.default('')),
    field_type: json(z.int()),
    field_data: fieldData,
    display_in_profile_summary: flag(),
    required: flag(),
    editable_by_user: flag(true),
  },
  example: { name: 'Favorite fruit', hint: 'Only one!', field_type: 1 },
  reply: { id: z.int() },
  reasons: [...fieldReasons, 'profile-field-type-not-found'],
})

export const reorderProfileFields = endpoint({
  route: 'PATCH /realm/profile_fields',
  summary: 'Reorder custom profile fields',
  notes: 'Use this to change the display order of profile fields.',
  auth: 'user',
  gate: 'admin',
  params: { order: json(list(z.int(), maxObjects)) },
  example: { order: [sample.oldProfileField, sample.profileField] },
  reply: {},
  reasons: ['profile-field-order-incomplete'],
})

export const updateProfileField = endpoint({
  route: 'PATCH /realm/profile_fields/{field_id}',
  summary: 'Update a custom profile field',
  notes:
    'Use this to rename or change a profile field. The type cannot be changed. Values that use a removed option are ' +
    'deleted.',
  auth: 'user',
  gate: 'admin',
  path,
  params: {
    name: text(shortText.optional()),
    hint: text(shortText.optional()),
    field_data: fieldData,
    display_in_profile_summary: json(z.boolean().optional()),
    required: json(z.boolean().optional()),
    editable_by_user: json(z.boolean().optional()),
  },
  example: { field_id: sample.profileField, hint: 'As printed on your card' },
  reply: {},
  reasons: [...fieldReasons, 'profile-field-not-found', 'profile-field-account-fixed'],
})

export const deleteProfileField = endpoint({
  route: 'DELETE /realm/profile_fields/{field_id}',
  summary: 'Delete a custom profile field',
  notes: 'Use this to remove a profile field, including all its values.',
  auth: 'user',
  gate: 'admin',
  path,
  params: {},
  example: { field_id: sample.oldProfileField },
  reply: {},
  reasons: ['profile-field-not-found'],
})

export const updateProfileData = endpoint({
  route: 'PATCH /users/me/profile_data',
  summary: 'Update your profile',
  notes: 'Use this to set values of your own profile fields. All values are set, or none.',
  auth: 'user',
  gate: 'human',
  params: { data: json(list(z.object({ id: z.int(), value: profileInput }), maxObjects)) },
  example: { data: [{ id: sample.profileField, value: 'Shed 4' }] },
  reply: {},
  reasons: [...profileValueReasons, 'user-not-found'],
})

export const deleteProfileData = endpoint({
  route: 'DELETE /users/me/profile_data',
  summary: 'Delete profile data',
  notes: 'Use this to clear values of your own profile fields. All values are cleared, or none.',
  auth: 'user',
  gate: 'human',
  params: { data: json(list(z.int(), maxObjects)) },
  example: { data: [sample.profileField] },
  reply: {},
  reasons: ['profile-field-not-found', 'profile-value-denied', 'user-not-found'],
})
