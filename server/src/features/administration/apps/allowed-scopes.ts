import { includesScope, type Scope } from '@loquat/contract'

/** The scopes of a consent that the app may still ask for. Administrators can take some away later. */
export const allowedScopes = (held: readonly string[], ofApp: readonly string[]): Scope[] =>
  (held as Scope[]).filter((scope) => (ofApp as Scope[]).some((one) => includesScope(one, scope)))
