import type { EndpointName, Endpoints, InputOf, PathKind, ReplyOf } from '@loquat/contract'
import { type WireEndpoint, wire } from '@loquat/contract/wire'
import { ApiError } from './error.ts'

export interface ApiOptions {
  /** The server's address, such as `https://chat.example.com`. */
  url: string
  /** Left out for calls that need nobody in particular. */
  credentials?: { email: string; apiKey: string }
  /**
   * In a browser that is logged in, instead of credentials: the cookie goes along by itself, and this gives the token
   * that calls which change something carry.
   */
  session?: { csrfToken(): string | undefined }
  /** What the server calls this client; becomes the first part of the User-Agent. */
  clientName?: string
  fetch?: typeof fetch
}

export interface CallOptions {
  signal?: AbortSignal
  /** For calls that take files: `new File([bytes], 'me.png')`. */
  files?: readonly Blob[]
  /** The call outlives the page that makes it. */
  keepalive?: boolean
}

type Envelope = { ignored_parameters_unsupported?: string[] }
type NoRequired<T> = Record<string, never> extends T ? true : false
type Arguments<E> =
  NoRequired<InputOf<E>> extends true
    ? [input?: InputOf<E>, options?: CallOptions]
    : [input: InputOf<E>, options?: CallOptions]

/** One function per endpoint of the contract, under its name there. */
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
  optionsOf.set(api, options)
  return api
}

const optionsOf = new WeakMap<Api, ApiOptions>()

/**
 * An answer to be read as it comes: GET with the address and headers of an API's calls. Nothing where the API was not made
 * by `createApi`.
 */
export async function openAnswer(
  api: Api,
  path: string,
  params: Record<string, string>,
  init: { headers: Record<string, string>; signal: AbortSignal },
): Promise<Response | undefined> {
  const options = optionsOf.get(api)
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

/** Browsers call below another address, where the server looks for their cookie. */
export const baseOf = ({ url, session }: ApiOptions) => `${url}${session === undefined ? '/api/v1' : '/json'}`

export function headersFor({ credentials, clientName, session }: ApiOptions): Record<string, string> {
  if (session !== undefined) {
    const token = session.csrfToken()
    return token === undefined ? {} : { 'x-csrf-token': token }
  }
  const headers: Record<string, string> = { 'user-agent': `${clientName ?? 'LoquatClient'}/0.1` }
  if (credentials !== undefined) {
    const { email, apiKey } = credentials
    const bytes = new TextEncoder().encode(`${email}:${apiKey}`)
    headers.authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`
  }
  return headers
}

/** Splits input into path and parameters, each as its declaration says it travels. */
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

/** What has slashes of its own keeps them. */
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
