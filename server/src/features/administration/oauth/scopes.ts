import { allScopes, includesScope, type Scope } from '@loquat/contract'
import { OAuthError } from './errors.ts'
import { printable } from './form.ts'

const known = new Set<string>(allScopes)
const maxLength = 1_000

/** The scopes of a parameter. Throws for one that does not exist, or that is not within `allowed`. Without the parameter, all of those. */
export function requestedScopes(text: string | undefined, allowed: readonly Scope[]): Scope[] {
  if (text === undefined) return [...allowed]
  const names = text.length > maxLength ? [] : [...new Set(text.split(' ').filter((name) => name !== ''))]
  if (names.length === 0) throw new OAuthError('invalid_scope', 'The scopes are empty or too long.')
  return names.map((name) => {
    const scope = name as Scope
    if (known.has(name) && allowed.some((one) => includesScope(one, scope))) return scope
    throw new OAuthError('invalid_scope', `The scope ${printable(name)} is not available to this app.`)
  })
}

/** Without those that another one includes: people read the same permission once. */
export const broadestScopes = (scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => !scopes.some((other) => other !== scope && includesScope(other, scope)))
