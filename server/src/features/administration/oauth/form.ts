import { OAuthError } from './errors.ts'

export type OAuthParams = ReadonlyMap<string, string>

const maxParameters = 50

/** Parameters of a request. Duplicates are refused: two readers may take different ones. Empty ones count as omitted (RFC 6749). */
export function uniqueParams(entries: Iterable<[string, string]>): OAuthParams {
  const params = new Map<string, string>()
  for (const [name, value] of entries) {
    if (params.has(name))
      throw new OAuthError('invalid_request', `The parameter ${printable(name)} is repeated.`)
    if (params.size >= maxParameters)
      throw new OAuthError('invalid_request', 'There are too many parameters.')
    params.set(name, value)
  }
  for (const [name, value] of params) if (value === '') params.delete(name)
  return params
}

/** Error descriptions are ASCII without quotes and backslashes (RFC 6749), and short. */
export const printable = (text: string): string =>
  text.replace(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '?').slice(0, 300)

export function required(params: OAuthParams, name: string): string {
  const value = params.get(name)
  if (value === undefined) throw new OAuthError('invalid_request', `The parameter ${name} is missing.`)
  return value
}
