import { z } from 'zod'
import { event } from '../event.ts'
import { groupSettingValue } from '../objects/groups.ts'
import { linkifierObject, playgroundObject } from '../objects/linkifiers.ts'
import { authenticationMethodStates } from '../objects/organization.ts'
import { customEmojiMap } from '../objects/pictures.ts'
import { realmSettings } from '../objects/realm.ts'
import { realmPermissions } from '../permissions/tables.ts'

export const linkifiersChanged = event(
  'realm_linkifiers',
  null,
  'The linkifiers changed. Contains all of them, in order. Sent to clients with `linkifier_url_template`.',
  { realm_linkifiers: z.array(linkifierObject) },
)

export const customEmojiChanged = event(
  'realm_emoji',
  'update',
  'The custom emoji changed. Contains all of them, including deactivated ones.',
  { realm_emoji: customEmojiMap },
)

export const playgroundsChanged = event(
  'realm_playgrounds',
  null,
  'The code playgrounds changed. Contains all of them.',
  {
    realm_playgrounds: z.array(playgroundObject),
  },
)

const settings = Object.fromEntries(
  Object.entries(realmSettings).map(([name, { schema }]) => [name, schema.optional()]),
) as { [K in keyof typeof realmSettings]: z.ZodOptional<(typeof realmSettings)[K]['schema']> }

const permissions = Object.fromEntries(
  Object.keys(realmPermissions).map((name) => [name, groupSettingValue.optional()]),
) as Record<keyof typeof realmPermissions, z.ZodOptional<typeof groupSettingValue>>

export const realmPropertyChanged = event('realm', 'update', 'One setting of the organization changed.', {
  property: z.string(),
  value: z.union([z.string(), z.boolean(), z.int(), z.null()]),
})

const pictures = Object.fromEntries(
  ['icon', 'logo', 'night_logo'].flatMap((name) => [
    [`${name}_url`, z.string().optional()],
    [`${name}_source`, z.string().optional()],
  ]),
) as Record<`${'icon' | 'logo' | 'night_logo'}_${'url' | 'source'}`, z.ZodOptional<z.ZodString>>

export const realmUpdated = event(
  'realm',
  'update_dict',
  'Several settings of the organization, or the URL and source of one of its pictures, changed together.',
  {
    property: z.enum(['default', 'icon', 'logo', 'night_logo']),
    data: z.strictObject({
      name: z.string().optional(),
      authentication_methods: authenticationMethodStates.optional(),
      ...settings,
      ...permissions,
      ...pictures,
    }),
  },
)
