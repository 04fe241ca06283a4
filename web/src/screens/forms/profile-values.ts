/** The kinds of fields that profiles can have, as the protocol numbers them. */
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

/** The options of a list, in their order. */
export function optionsOf(data: string): FieldOption[] {
  if (data === '') return []
  const options = JSON.parse(data) as Record<string, { text: string; order: string | number }>
  return Object.entries(options)
    .sort(([, a], [, b]) => Number(a.order) - Number(b.order))
    .map(([key, option]) => ({ key, label: option.text }))
}

/** Where an account elsewhere is found. */
export function accountAddress(
  data: string,
  value: string,
  known: Readonly<Record<string, { url_pattern: string }>>,
): string | undefined {
  if (data === '') return undefined
  const { subtype, url_pattern: own } = JSON.parse(data) as { subtype: string; url_pattern?: string }
  const pattern = own ?? known[subtype]?.url_pattern
  return pattern?.replace('%(username)s', encodeURIComponent(value))
}
