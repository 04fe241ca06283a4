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
  summary: 'Change the personal settings that new people begin with',
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
    'Nobody can do anything in it afterwards. With `deletion_delay_days` everything is removed so many days later; ' +
    'without, it is kept.',
  auth: 'user',
  gate: 'owner',
  params: { deletion_delay_days: json(z.int().nullable().default(null)) },
  example: { deletion_delay_days: 30 },
  reply: {},
})

export const checkSubdomain = endpoint({
  route: 'GET /realm/subdomain/{name}',
  summary: 'Whether an organization can be made at a subdomain',
  notes: 'Always a success: `msg` is `available`, or why it is not.',
  auth: 'none',
  path: { name: 'text' },
  params: {},
  example: { name: 'meadow' },
  reply: { msg: z.string() },
})
