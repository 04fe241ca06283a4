import { isRecord, textIn } from '../../lib/json.ts'
import { parseJson } from '../../lib/parse.ts'

/** Types of profile fields, as numbered by the protocol. */
export const fieldTypes = {
  shortText: 1,
  longText: 2,
  choice: 3,
  date: 4,
  link: 5,
  people: 6,
  account: 7,
  pronouns: 8,
} as const

export interface FieldOption {
  key: string
  label: string
}

/** The options of a list field, in order. */
export function optionsOf(data: string): FieldOption[] {
  const options = parseJson(data)
  if (!isRecord(options)) return []
  return Object.entries(options)
    .flatMap(([key, option]) => (isRecord(option) ? [{ key, option }] : []))
    .sort((a, b) => Number(a.option.order) - Number(b.option.order))
    .map(({ key, option }) => ({ key, label: textIn(option, 'text') }))
}

/** URL of an external account. */
export function accountAddress(
  data: string,
  value: string,
  known: Readonly<Record<string, { url_pattern: string }>>,
): string | undefined {
  const { subtype, urlPattern } = accountOf(data)
  const pattern = urlPattern ?? known[subtype]?.url_pattern
  return pattern?.replace('%(username)s', encodeURIComponent(value))
}

export interface AccountField {
  /** A service that the server knows, or `custom`. */
  subtype: string
  /** URL pattern of a custom service. */
  urlPattern: string | undefined
}

/** The service of a field for external accounts. */
export function accountOf(data: string): AccountField {
  const value = parseJson(data)
  if (!isRecord(value)) return { subtype: '', urlPattern: undefined }
  const { url_pattern: urlPattern } = value
  return {
    subtype: textIn(value, 'subtype'),
    urlPattern: typeof urlPattern === 'string' ? urlPattern : undefined,
  }
}
