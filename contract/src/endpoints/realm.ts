import { z } from 'zod'
import { record, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { type GroupSettingChange, groupChangeInput } from '../objects/groups.ts'
import { maxRealmNameLength, realmSettings } from '../objects/realm.ts'
import { json, jsonOrText, type Param, text } from '../param.ts'
import { type RealmPermission, realmPermissions } from '../permissions/tables.ts'
import { permissionReasons } from '../reasons/shared.ts'

const permissionParams = Object.fromEntries(
  Object.keys(realmPermissions).map((name) => [name, json(groupChangeInput.optional())]),
) as unknown as Record<RealmPermission, Param<z.ZodOptional<z.ZodType<GroupSettingChange>>>>

const words = [
  'description',
  'default_language',
  'default_code_block_language',
  'accent_color',
  'message_edit_history_visibility_policy',
] as const
/** A number, or a word that means no limit. */
const limits = [
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
  'message_retention_days',
] as const

type Settings = typeof realmSettings
type Word = (typeof words)[number]
type Limit = (typeof limits)[number]
type SettingParams = {
  [K in keyof Settings]: K extends Limit
    ? Param<z.ZodOptional<z.ZodUnion<[z.ZodInt, z.ZodString]>>>
    : Param<z.ZodOptional<Settings[K]['schema']>>
}

const settingParams = Object.fromEntries(
  Object.entries(realmSettings).map(([name, { schema }]) => {
    if (limits.includes(name as Limit)) return [name, jsonOrText(z.union([z.int(), shortText]).optional())]
    return [name, words.includes(name as Word) ? text(schema.optional()) : json(schema.optional())]
  }),
) as unknown as SettingParams

const replyFields = Object.fromEntries(
  ['name', 'authentication_methods', ...Object.keys(realmSettings), ...Object.keys(realmPermissions)].map(
    (name) => [name, z.unknown().optional()],
  ),
)

export const updateRealm = endpoint({
  route: 'PATCH /realm',
  summary: 'Update organization settings',
  notes:
    'Use this to change settings and permissions of the organization. All changes are applied, or none. The reply ' +
    'contains the changed settings, with texts as `updated`. Limits are positive numbers or `unlimited`.',
  auth: 'user',
  gate: 'admin',
  params: {
    name: text(
      shortText.refine((name) => [...name].length <= maxRealmNameLength, 'The name is too long').optional(),
    ),
    ...settingParams,
    ...permissionParams,
    authentication_methods: json(record(z.boolean(), 100).optional()),
    string_id: text(shortText.optional()),
  },
  example: { description: 'We grow **fruit**.', message_content_edit_limit_seconds: 3600 },
  reply: replyFields,
  reasons: [
    'organization-setting-denied',
    'proof-required',
    'organization-setting-invalid',
    'organization-setting-channel-not-found',
    'organization-moderation-channel-public',
    'organization-accent-unreadable',
    'organization-meeting-url-invalid',
    'organization-relay-unavailable',
    'organization-video-provider-unavailable',
    'organization-login-method-not-found',
    'organization-login-method-missing',
    'organization-address-fixed',
    ...permissionReasons,
    'permission-value-outdated',
  ],
})
