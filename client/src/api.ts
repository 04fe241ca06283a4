import type { EndpointName, Endpoints, InputOf, PathKind, ReplyOf } from '@loquat/contract'
import { type WireEndpoint, wire } from '@loquat/contract/wire'
import { ApiError } from './error.ts'

export interface ApiOptions {
  /** URL of the server, such as `https://chat.example.com`. */
  url: string
  /** Not needed for endpoints without authentication. The key may be a token; a token needs no email address. */
  credentials?: { email: string; apiKey: string } | { token: string }
  /**
   * For browsers with a login session, instead of credentials. The browser sends the cookie; this returns the CSRF
   * token required for requests that change data.
   */
  session?: { csrfToken(): string | undefined }
  /** The first part of the User-Agent, by which the server identifies this client. */
  clientName?: string
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** For endpoints that take files: `new File([bytes], 'me.png')`. */
  files?: readonly Blob[]
  /** The request continues after its page is closed. */
  keepalive?: boolean
}

type Envelope = { ignored_parameters_unsupported?: string[] }
type NoRequired<T> = Record<string, never> extends T ? true : false
type Arguments<E> =
  NoRequired<InputOf<E>> extends true
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

/** One function per endpoint of the contract, with the same name. */
export type Api = {
  readonly [N in EndpointName]: (
    ...args: Arguments<Endpoints[N]>
  ) => Promise<ReplyOf<Endpoints[N]> & Envelope>
}

export function createApi(options: ApiOptions): Api {
  const calls = Object.entries(wire).map(([name, endpoint]) => [
    name,
    (input: Record<string, unknown> = {}, callOptions: CallOptions = {}) =>
      call(options, endpoint, input, callOptions),
  ])
  const api = Object.fromEntries(calls) as Api
  // Not enumerable, so that only the calls are visible.
  return Object.defineProperty(api, optionsKey, { value: options })
}

const optionsKey = Symbol('options')

/**
 * Opens a streaming GET response, with the base URL and headers of an API. Undefined if the API was not created by
 * `createApi`.
 */
export async function openResponse(
  api: Api,
  path: string,
  params: Record<string, string>,
  init: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response | undefined> {
  const options = (api as { [optionsKey]?: ApiOptions })[optionsKey]
  if (options === undefined) return undefined
  const request = options.fetch ?? fetch
  const headers = { ...headersFor(options), ...init.headers }
  const query = new URLSearchParams(params)
  const response = await request(`${baseOf(options)}${path}?${query}`, { ...init, headers })
  if (!response.ok) throw new ApiError(response.status, await readJson(response))
  return response
}

async function call(
  options: ApiOptions,
  endpoint: WireEndpoint,
  input: Record<string, unknown>,
  { signal, files, keepalive }: CallOptions,
): Promise<unknown> {
  const { path, params } = encode(endpoint, input)
  const isGet = endpoint.method === 'GET'
  const query = isGet && params.size > 0 ? `?${params}` : ''
  const request = options.fetch ?? fetch
  const response = await request(`${baseOf(options)}${path}${query}`, {
    method: endpoint.method,
    headers: headersFor(options),
    ...(isGet ? {} : { body: files === undefined ? params : formWith(params, files) }),
    ...(signal === undefined ? {} : { signal }),
    ...(keepalive ? { keepalive } : {}),
  })
  if (endpoint.redirects && response.redirected && response.ok) {
    await response.body?.cancel()
    return { url: response.url }
  }
  const body = await readJson(response)
  if (!response.ok || body.result !== 'success') throw new ApiError(response.status, body)
  const { result: _result, msg, ...reply } = body
  return endpoint.hasMessage ? { ...reply, msg } : reply
}

/** Session cookies are accepted only below `/json`. */
export const baseOf = ({ url, session }: ApiOptions) => `${url}${session === undefined ? '/api/v1' : '/json'}`

export function headersFor({ credentials, clientName, session }: ApiOptions): Record<string, string> {
  if (session !== undefined) {
    const token = session.csrfToken()
    return token === undefined ? {} : { 'x-csrf-token': token }
  }
  const headers: Record<string, string> = { 'user-agent': `${clientName ?? 'LoquatClient'}/0.1` }
  if (credentials !== undefined) headers.authorization = authorizationOf(credentials)
  return headers
}

function authorizationOf(credentials: NonNullable<ApiOptions['credentials']>): string {
  if ('token' in credentials) return `Bearer ${credentials.token}`
  const { email, apiKey } = credentials
  const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
  return `Basic ${btoa(String.fromCharCode(...bytes))}`
}

/** Splits the input into path and parameters, encoded as the endpoint declares. */
function encode(
  endpoint: WireEndpoint,
  input: Record<string, unknown>,
): { path: string; params: URLSearchParams } {
  const params = new URLSearchParams()
  let { path } = endpoint
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (name in endpoint.pathParams)
      path = path.replace(`{${name}}`, () => inPath(String(value), endpoint.pathParams[name]))
    else {
      const isText = endpoint.text.includes(name) && typeof value === 'string'
      params.set(name, isText ? value : JSON.stringify(value))
    }
  }
  return { path, params }
}

/** `path` parameters keep their slashes. */
const inPath = (value: string, kind: PathKind | undefined) =>
  kind === 'path' ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value)

function formWith(params: URLSearchParams, files: readonly Blob[]): FormData {
  const form = new FormData()
  for (const [name, value] of params) form.append(name, value)
  for (const file of files) form.append('file', file)
  return form
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return { msg: `The server did not answer with JSON (HTTP ${response.status}).`, code: 'NOT_JSON' }
  }
}
