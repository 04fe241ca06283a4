import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { type DefaultableSetting, defaultableSettings } from '../objects/organization.ts'
import { json, type Params } from '../param.ts'
import { settingParams } from './settings.ts'

const defaultParams = Object.fromEntries(
  defaultableSettings.map((name) => [name, settingParams[name]]),
) as unknown as Pick<typeof settingParams, DefaultableSetting> & Params

export const updateUserSettingsDefaults = endpoint({
  route: 'PATCH /realm/user_settings_defaults',
  summary: 'Update default settings for new users',
  notes: 'Use this to change the personal settings that new accounts start with.',
  auth: 'user',
  gate: 'admin',
  params: defaultParams,
  example: { color_scheme: 2, enter_sends: true },
  reply: {},
})

export const deactivateRealm = endpoint({
  route: 'POST /realm/deactivate',
  summary: 'Deactivate the organization',
  notes:
    'Use this to close the organization. All users lose access. With `deletion_delay_days`, all data is deleted ' +
    'after that many days; otherwise it is kept.',
  auth: 'user',
  gate: 'owner',
  params: { deletion_delay_days: json(z.int().nullable().default(null)) },
  example: { deletion_delay_days: 30 },
  reply: {},
  reasons: ['organization-deletion-too-early', 'organization-deletion-too-late', 'proof-required'],
})

export const checkSubdomain = endpoint({
  route: 'GET /realm/subdomain/{name}',
  summary: 'Check a subdomain',
  notes:
    'Use this before creating an organization, to check whether its subdomain is available. The request always ' +
    'succeeds: `msg` is `available`, or the reason why it is not.',
  auth: 'none',
  path: { name: 'text' },
  params: {},
  example: { name: 'meadow' },
  reply: { msg: z.string() },
})
