import { z } from 'zod'
import { list, shortText } from '../bounds.ts'

/** The types of custom profile fields. */
export const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const

/** External services whose profile URLs the server can build. */
export const externalAccounts: Readonly<
  Record<string, { name: string; text: string; hint: string; url_pattern: string }>
> = {
  twitter: {
    name: 'Twitter username',
    text: 'Twitter',
    hint: '',
    url_pattern: 'https://twitter.com/%(username)s',
  },
  github: {
    name: 'GitHub username',
    text: 'GitHub',
    hint: '',
    url_pattern: 'https://github.com/%(username)s',
  },
}

export const profileFieldObject = z.strictObject({
  id: z.int(),
  type: z.int(),
  order: z.int(),
  name: z.string(),
  hint: z.string(),
  /** JSON text; empty for types without options. */
  field_data: z.string(),
  display_in_profile_summary: z.literal(true).optional(),
  required: z.boolean(),
  editable_by_user: z.boolean(),
})
export type ProfileFieldObject = z.output<typeof profileFieldObject>

export const profileData = z.record(
  z.string(),
  z.strictObject({ value: z.string(), rendered_value: z.string().optional() }),
)
/** Values by field ID. `rendered_value` is present for text fields. */
export type ProfileData = z.output<typeof profileData>

/** The input form of a value: a list of user IDs, or text for all other types. */
export const profileInput = z.union([shortText, list(z.int(), 100)])
export type ProfileValue = z.output<typeof profileInput>
