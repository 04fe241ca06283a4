import type { Endpoint } from '@loquat/contract'

/** Which methods a path has, for pre-flights and for calls by a wrong one. */
export class RouteTable {
  readonly #paths: { matches: RegExp; methods: string[] }[] = []

  constructor(endpoints: readonly Endpoint[]) {
    const byPath = new Map<string, Endpoint[]>()
    for (const endpoint of endpoints) {
      byPath.set(endpoint.path, [...(byPath.get(endpoint.path) ?? []), endpoint])
    }
    for (const [path, group] of byPath) {
      const kinds = group[0]?.pathParams ?? {}
      const source = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        kinds[name] === 'int' ? '[0-9]+' : '[^/]+',
      )
      this.#paths.push({ matches: new RegExp(`^${source}$`), methods: methodsOf(group) })
    }
  }

  /** `/streams/{stream_id}` as the router writes it. */
  pattern(endpoint: Endpoint): string {
    return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      endpoint.pathParams[name] === 'int' ? `:${name}(^[0-9]+$)` : `:${name}`,
    )
  }

  methodsFor(path: string): string[] {
    return this.#paths.find(({ matches }) => matches.test(path))?.methods ?? []
  }
}

function methodsOf(group: readonly Endpoint[]): string[] {
  const methods = new Set<string>(['OPTIONS', ...group.map((endpoint) => endpoint.method)])
  // A long poll has no head to ask for.
  if (methods.has('GET') && group[0]?.path !== '/events') methods.add('HEAD')
  return [...methods].sort()
}
