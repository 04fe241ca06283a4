import { appDescriptions } from './apps.ts'
import { auditFieldDescriptions } from './audit-fields.ts'
import { callDescriptions } from './calls.ts'
import { dataCopyDescriptions } from './data-copies.ts'
import { erasureDescriptions } from './erasure.ts'
import { fieldDescriptions } from './fields.ts'
import { folderDescriptions } from './folders.ts'
import { gifDescriptions } from './gifs.ts'
import { interactionDescriptions } from './interactions.ts'
import { laterDescriptions } from './later.ts'
import { legalHoldDescriptions } from './legal-holds.ts'
import { moderationDescriptions } from './moderation.ts'
import { operationsFieldDescriptions } from './operations-fields.ts'
import { organizationFieldDescriptions } from './organization-fields.ts'
import { parameterDescriptions } from './parameters.ts'
import { pinDescriptions } from './pins.ts'
import { savedSearchDescriptions } from './saved-searches.ts'
import { scimDescriptions } from './scim.ts'
import { secondFactorDescriptions } from './second-factors.ts'
import { settingDescriptions } from './settings.ts'
import { signInPolicyDescriptions } from './sign-in-policy.ts'
import { summaryDescriptions } from './summaries.ts'
import { tokenDescriptions } from './tokens.ts'

const byName: Readonly<Record<string, string>> = {
  ...settingDescriptions,
  ...parameterDescriptions,
  ...fieldDescriptions,
  ...organizationFieldDescriptions,
  ...operationsFieldDescriptions,
  ...folderDescriptions,
  ...gifDescriptions,
  ...dataCopyDescriptions,
  ...erasureDescriptions,
  ...auditFieldDescriptions,
  ...pinDescriptions,
  ...laterDescriptions,
  ...savedSearchDescriptions,
  ...interactionDescriptions,
  ...callDescriptions,
  ...scimDescriptions,
  ...secondFactorDescriptions,
  ...signInPolicyDescriptions,
  ...legalHoldDescriptions,
  ...moderationDescriptions,
  ...summaryDescriptions,
  ...tokenDescriptions,
  ...appDescriptions,
}

/**
 * The description of a parameter or field. `owner` is the name of its endpoint or the key of its event, for names with
 * several meanings. Settings of the organization are named `realm_…` in the register response.
 */
export const describeField = (owner: string, name: string): string | undefined =>
  byName[`${owner}.${name}`] ?? byName[name] ?? byName[name.replace(/^realm_/, '')]

/** A schema as far as descriptions need it. */
interface Node {
  description?: string
  properties?: Record<string, Node>
  items?: Node
  prefixItems?: Node[]
  anyOf?: Node[]
  oneOf?: Node[]
  additionalProperties?: Node | boolean
}

/** Adds descriptions to all fields of a JSON schema, at any depth. */
export function describeFields<S extends object>(owner: string, schema: S): S {
  const { properties, items, prefixItems, anyOf, oneOf, additionalProperties } = schema as Node
  for (const [name, field] of Object.entries(properties ?? {})) {
    const description = describeField(owner, name)
    if (description !== undefined) field.description ??= description
    describeFields(owner, field)
  }
  const inner = [items, ...(prefixItems ?? []), ...(anyOf ?? []), ...(oneOf ?? []), additionalProperties]
  for (const one of inner) if (typeof one === 'object') describeFields(owner, one)
  return schema
}

/** Every key of the tables, for the test that finds unused ones. */
export const describedNames = Object.keys(byName)
