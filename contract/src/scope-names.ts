/** The areas that a token can be limited to, and the verbs in each. `admin` includes `write`, and `write` includes `read`. */
export const scopeAreas = [
  'messages',
  'drafts',
  'channels',
  'users',
  'groups',
  'files',
  'events',
  'settings',
  'bots',
  'organization',
] as const
export const scopeVerbs = ['read', 'write', 'admin'] as const

export type ScopeArea = (typeof scopeAreas)[number]
export type ScopeVerb = (typeof scopeVerbs)[number]
export type Scope = `${ScopeArea}:${ScopeVerb}`

/** The verbs that endpoints of an area need. Other combinations do not exist. */
const verbsByArea = {
  messages: ['read', 'write', 'admin'],
  drafts: ['read', 'write'],
  channels: ['read', 'write', 'admin'],
  users: ['read', 'write', 'admin'],
  groups: ['read', 'write'],
  files: ['read', 'write'],
  events: ['read'],
  settings: ['read', 'write'],
  bots: ['read', 'write', 'admin'],
  organization: ['read', 'write', 'admin'],
} as const satisfies Record<ScopeArea, readonly ScopeVerb[]>

export const verbsOf = (area: ScopeArea): readonly ScopeVerb[] => verbsByArea[area]

/** Every scope that a token can have. */
export const allScopes: readonly Scope[] = scopeAreas.flatMap((area) =>
  verbsOf(area).map((verb): Scope => `${area}:${verb}`),
)

/** Areas that another one includes. Drafts are an area of their own for assistants that write but do not send. */
const includingArea: { readonly [Area in ScopeArea]?: ScopeArea } = { drafts: 'messages' }

/** Whether a scope includes another: a higher verb includes the lower ones of its area, and of areas that it includes. */
export function includesScope(held: Scope, needed: Scope): boolean {
  const [heldArea, heldVerb] = held.split(':') as [ScopeArea, ScopeVerb]
  const [area, verb] = needed.split(':') as [ScopeArea, ScopeVerb]
  if (heldArea !== area && heldArea !== includingArea[area]) return false
  return scopeVerbs.indexOf(heldVerb) >= scopeVerbs.indexOf(verb)
}

/** The scopes, with all that they include. */
export const withIncludedScopes = (held: readonly Scope[]): Set<Scope> =>
  new Set(allScopes.filter((needed) => held.some((one) => includesScope(one, needed))))

export const maxTokenNameLength = 60
/** Maximum number of tokens of a user or bot. */
export const maxTokens = 100
/** Maximum number of channels that a token can be limited to. */
export const maxTokenChannels = 50
/** Maximum number of addresses and networks that a token can be limited to. */
export const maxTokenAddresses = 50
