import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Params, ParamsIn, ParamsOut } from './param.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
/** A `path` is text with slashes in it, and ends the address. */
export type PathKind = 'int' | 'text' | 'path'
type PathSpec = Readonly<Record<string, PathKind>>

/**
 * Who may call: an account, anybody, or an account and whoever looks without one, where the organization lets them. With
 * `key` the parameter `api_key` says which account: whoever calls can be given an address and nothing else.
 */
export type Auth = 'user' | 'none' | 'spectator' | 'key'

/** Roles and kinds of account refused before parameters are even looked at. */
export type Gate = 'human' | 'member' | 'not-guest' | 'admin' | 'owner'

/** Maximum size of a request body in bytes, unless an endpoint declares another. */
export const defaultBodyLimit = 1_048_576

/** Maximum size of the body of an unauthenticated request. */
export const publicBodyLimit = 131_072

/** Files that a call may bring along, as parts of a multipart form. Under which name they come does not matter. */
export interface FileLimits {
  /** So many are kept; of others it is only known that there were more. */
  most: number
  /** In bytes, for each; what is beyond is cut off. */
  size: number
  /** The call means something without one, too. */
  optional?: boolean
}

interface Spec<P extends Params, O extends z.ZodRawShape, Path extends PathSpec, A extends Auth> {
  route: `${Method} /${string}`
  summary: string
  /** Longer explanation for the documentation page, in plain text. */
  notes?: string
  auth: A
  gate?: Gate
  path?: Path
  params: P
  /**
   * A call that works in the organization of the documentation (`sample`), from which its code samples are made. Needed
   * wherever there is anything to say.
   */
  example?: NoInfer<PathOut<Path> & ParamsIn<P>>
  /** Fields of the success object beside `result` and `msg`. */
  reply: O
  /** Errors beyond those any call may give (BAD_REQUEST, UNAUTHORIZED, RATE_LIMIT_HIT, missing parameters). */
  errors?: readonly ErrorName[]
  /** Incoming-webhook bots may call this one. */
  openToWebhookBots?: boolean
  /**
   * Without it the files of a request are not looked at. Those that are `streamed` are not held in memory: the handler
   * reads the body itself.
   */
  files?: FileLimits | 'streamed'
  /** Maximum size of the request body in bytes. Streamed files are not counted. */
  bodyLimit?: number
  /** The parameter that a body is which is no form. Without it such a body is not looked at. */
  jsonBody?: string
  /** Success is a redirection (302). The typed client tells where it led; then the reply is `{ url }`. */
  redirects?: boolean
  /** Kept for older clients: what to use instead, as a sentence. */
  deprecated?: string
}

export interface Endpoint<
  P extends Params = Params,
  O extends z.ZodRawShape = z.ZodRawShape,
  Path extends PathSpec = PathSpec,
  A extends Auth = Auth,
> {
  readonly method: Method
  /** As in the specification, below `/api/v1`: `/streams/{stream_id}`. */
  readonly path: string
  readonly pathParams: Path
  readonly summary: string
  readonly notes: string
  readonly auth: A
  readonly gate: Gate | undefined
  readonly params: P
  readonly example: object
  readonly replyShape: O
  /** The whole success object; undeclared fields do not pass. */
  readonly reply: z.ZodType
  readonly errors: readonly ErrorName[]
  readonly openToWebhookBots: boolean
  readonly files: FileLimits | 'streamed' | undefined
  readonly bodyLimit: number
  readonly jsonBody: string | undefined
  readonly redirects: boolean
  readonly deprecated: string | undefined
}

const envelope = {
  result: z.literal('success'),
  msg: z.literal(''),
  ignored_parameters_unsupported: z.array(z.string()).optional(),
}

export function endpoint<
  const P extends Params,
  const O extends z.ZodRawShape,
  const A extends Auth,
  const Path extends PathSpec = Record<never, never>,
>(spec: Spec<P, O, Path, A>): Endpoint<P, O, Path, A> {
  const [method, path] = spec.route.split(' ') as [Method, string]
  return {
    method,
    path,
    pathParams: spec.path ?? ({} as Path),
    summary: spec.summary,
    notes: spec.notes ?? '',
    auth: spec.auth,
    gate: spec.gate,
    params: spec.params,
    example: spec.example ?? {},
    replyShape: spec.reply,
    reply: z.strictObject({ ...envelope, ...spec.reply }),
    errors: spec.errors ?? [],
    openToWebhookBots: spec.openToWebhookBots ?? false,
    files: spec.files,
    bodyLimit: spec.bodyLimit ?? ordinaryBodyLimit(method, spec.auth) + roomForFiles(spec.files),
    jsonBody: spec.jsonBody,
    redirects: spec.redirects ?? false,
    deprecated: spec.deprecated,
  }
}

/** Unauthenticated requests have short bodies. */
const ordinaryBodyLimit = (method: Method, auth: Auth) =>
  method !== 'GET' && (auth === 'none' || auth === 'spectator') ? publicBodyLimit : defaultBodyLimit

/** Files up to twice the accepted size are read, so that the error can say that the file is too large. */
const roomForFiles = (files: FileLimits | 'streamed' | undefined) =>
  typeof files === 'object' ? 2 * files.most * files.size : 0

type PathOut<Path extends PathSpec> = { [K in keyof Path]: Path[K] extends 'int' ? number : string }

/** What a caller passes: path and other parameters in one object. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer _O, infer Path, infer _A> ? PathOut<Path> & ParamsIn<P> : never
/** What a handler receives. */
export type ParamsOf<E> = E extends Endpoint<infer P, infer _O, infer _Path, infer _A> ? ParamsOut<P> : never
export type PathOf<E> = E extends Endpoint<infer _P, infer _O, infer Path, infer _A> ? PathOut<Path> : never
/** What a handler returns, without the envelope. */
export type ReplyOf<E> =
  E extends Endpoint<infer _P, infer O, infer _Path, infer _A> ? z.output<z.ZodObject<O>> : never
