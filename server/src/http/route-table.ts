import { maxHeaderSize } from 'node:http'
import type { Endpoint, PathKind } from '@loquat/contract'
import FindMyWay from 'find-my-way'
import type { Route } from './implement.ts'

/** The route of a request, and its path parameters. */
export interface RouteMatch {
  route: Route
  path: Record<string, string>
}

/** Finds the route of a request. Built once per process: compiling hundreds of patterns takes a while. */
export class RouteTable {
  readonly routes: readonly Route[]
  readonly #router = FindMyWay({ maxParamLength: maxHeaderSize })
  /** The methods of each path, for preflights and wrong methods. */
  readonly #paths: { matches: RegExp; methods: string[] }[] = []

  constructor(routes: readonly Route[]) {
    this.routes = routes
    const endpoints = routes.map(({ endpoint }) => endpoint)
    for (const route of routes) {
      const { endpoint } = route
      const withHead = endpoint.method === 'GET' && route.name !== 'getEvents'
      this.#router.on(withHead ? ['GET', 'HEAD'] : endpoint.method, patternOf(endpoint), noHandler, route)
    }
    const byPath = new Map<string, Endpoint[]>()
    for (const endpoint of endpoints) {
      byPath.set(endpoint.path, [...(byPath.get(endpoint.path) ?? []), endpoint])
    }
    const all = [...byPath.values()].map(([endpoint]) => segmentsOf(endpoint as Endpoint))
    for (const [n, group] of [...byPath.values()].entries()) {
      const segments = all[n] ?? []
      const forms = segments.map(({ text, kind }, at) => (kind ? formOf(segments, at, all) : text))
      this.#paths.push({ matches: new RegExp(`^/${forms.join('/')}$`), methods: methodsOf(group) })
    }
  }

  /** The route for a method and an undecoded path of the contract. */
  match(method: string, path: string): RouteMatch | undefined {
    const found = this.#router.find(method as FindMyWay.HTTPMethod, path)
    if (found === null) return undefined
    const route = found.store as Route
    // The router matches any text for a parameter, even another path that lacks this method.
    const hasText = Object.values(route.endpoint.pathParams).includes('text')
    if (hasText && !this.methodsFor(path).includes(method)) return undefined
    return { route, path: found.params as Record<string, string> }
  }

  methodsFor(path: string): string[] {
    return this.#paths.find(({ matches }) => matches.test(path))?.methods ?? []
  }
}

/** Requests are answered by the route that the table stores, not by the router. */
const noHandler = () => {}

/** `/streams/{stream_id}` in router syntax. */
const patternOf = ({ path, pathParams }: Endpoint): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const kind = pathParams[name]
    if (kind === 'path') return '*'
    return kind === 'int' ? `:${name}(^[0-9]+$)` : `:${name}`
  })

interface Segment {
  text: string
  /** Type of a path parameter. */
  kind: PathKind | undefined
}

function segmentsOf({ path, pathParams }: Endpoint): Segment[] {
  return path
    .slice(1)
    .split('/')
    .map((text) => ({ text, kind: pathParams[/^\{(\w+)\}$/.exec(text)?.[1] ?? ''] }))
}

/**
 * Pattern of a path parameter. Text excludes segments that other paths have in the same position: `/users/{email}`
 * matches neither `/users/me` nor `/users/7`, for any method.
 */
function formOf(segments: readonly Segment[], at: number, all: readonly Segment[][]): string {
  if (segments[at]?.kind === 'int') return '[0-9]+'
  if (segments[at]?.kind === 'path') return '.+'
  const others = all
    .filter(
      (other) =>
        other.length === segments.length &&
        other.every(({ text, kind }, n) => n === at || text === segments[n]?.text || kind !== undefined),
    )
    .flatMap((other) => other[at] ?? [])
  const taken = others
    .filter(({ kind }) => kind === undefined || kind === 'int')
    .map(({ text, kind }) => (kind ? '[0-9]+' : text))
  return taken.length === 0 ? '[^/]+' : `(?!(?:${[...new Set(taken)].join('|')})$)[^/]+`
}

function methodsOf(group: readonly Endpoint[]): string[] {
  const methods = new Set<string>(['OPTIONS', ...group.map((endpoint) => endpoint.method)])
  // A long poll does not support HEAD.
  if (methods.has('GET') && group[0]?.path !== '/events') methods.add('HEAD')
  return [...methods].sort()
}
