import { realmSettings, type UserSettings, userSettings } from '@loquat/contract'
import type { z } from 'zod'

type Table = Readonly<Record<string, { schema: z.ZodType; initial: unknown }>>

/** The settings to store: known ones with valid values that differ from the defaults. */
function storedSettings(table: Table, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const [name, { schema, initial }] of Object.entries(table)) {
    if (!Object.hasOwn(values, name)) continue
    const parsed = schema.safeParse(values[name])
    if (parsed.success && parsed.data !== initial) kept[name] = parsed.data
  }
  return kept
}

export const storedUserSettings = (values: Readonly<Record<string, unknown>> = {}) =>
  storedSettings(userSettings, values) as Partial<UserSettings>

export const storedRealmSettings = (values: Readonly<Record<string, unknown>> = {}) =>
  storedSettings(realmSettings, values)
