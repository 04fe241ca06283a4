import { z } from 'zod'
import type { ErrorName } from './errors.ts'
import type { Params, ParamsIn, ParamsOut } from './param.ts'
import { type Reason, reasonRow } from './reasons/reasons.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
/** A `path` parameter may contain slashes, and is the last segment of the URL. */
export type PathKind = 'int' | 'text' | 'path'
type PathSpec = Readonly<Record<string, PathKind>>

/**
 * The callers that an endpoint accepts. `user`: accounts. `none`: anyone. `spectator`: accounts, and visitors without
 * an account if the organization allows them. `key`: the account that the parameter `api_key` identifies, for
 * services that can be configured only with a URL.
 */
export type Auth = 'user' | 'none' | 'spectator' | 'key'

/** Required role or kind of account, checked before the parameters. */
export type Gate = 'human' | 'member' | 'not-guest' | 'admin' | 'owner'

/** Maximum size of a request body in bytes, unless an endpoint declares another. */
export const defaultBodyLimit = 1_048_576

/** Maximum size of the body of an unauthenticated request. */
export const publicBodyLimit = 131_072

/** Files that a request may contain, as parts of a multipart form. Part names are ignored. */
export interface FileLimits {
  /** Maximum number of files kept. Beyond it, only the fact that there were more is recorded. */
  maxFiles: number
  /** Maximum size of each file in bytes. Larger files are marked as cut, without content. */
  maxFileBytes: number
  /** The call is also valid without a file. */
  optional?: boolean
  /** Name of the file in examples; a picture if unset. */
  sampleName?: string
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
   * A call that works in the organization of the documentation (`sample`); code samples are generated from it.
   * Required for endpoints with parameters.
   */
  example?: NoInfer<PathOut<Path> & ParamsIn<P>>
  /** Fields of the response besides `result` and `msg`. */
  reply: O
  /**
   * Errors specific to this endpoint, besides those common to all (BAD_REQUEST, UNAUTHORIZED, RATE_LIMIT_HIT, missing
   * parameters).
   */
  errors?: readonly ErrorName[]
  /** Reasons of the errors of this endpoint, besides the common ones (`reasons/request.ts`). Tests check error replies against them. */
  reasons?: readonly Reason[]
  /** Incoming webhook bots can call this endpoint. */
  openToWebhookBots?: boolean
  /**
   * Without this, files in a request are ignored. `streamed` files are not buffered in memory: the handler reads the
   * body itself.
   */
  files?: FileLimits | 'streamed'
  /** Maximum size of the request body in bytes. Streamed files are not counted. */
  bodyLimit?: number
  /** The parameter that receives a JSON body. Without this, bodies that are not forms are ignored. */
  jsonBody?: string
  /** The success response is a redirect (302). The typed client returns its target as `{ url }`. */
  redirects?: boolean
  /** For endpoints kept for older clients: a sentence that names the replacement. */
  deprecated?: string
}

export interface Endpoint<
  P extends Params = Params,
  O extends z.ZodRawShape = z.ZodRawShape,
  Path extends PathSpec = PathSpec,
  A extends Auth = Auth,
> {
  readonly method: Method
  /** As in the specification, relative to `/api/v1`: `/streams/{stream_id}`. */
  readonly path: string
  readonly pathParams: Path
  readonly summary: string
  readonly notes: string
  readonly auth: A
  readonly gate: Gate | undefined
  readonly params: P
  readonly example: object
  readonly replyShape: O
  /** The whole success response. Undeclared fields are rejected. */
  readonly reply: z.ZodType
  readonly errors: readonly ErrorName[]
  readonly reasons: readonly Reason[]
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
    errors: [...new Set([...(spec.errors ?? []), ...kindsOf(spec.reasons ?? [])])],
    reasons: spec.reasons ?? [],
    openToWebhookBots: spec.openToWebhookBots ?? false,
    files: spec.files,
    bodyLimit: spec.bodyLimit ?? ordinaryBodyLimit(method, spec.auth) + roomForFiles(spec.files),
    jsonBody: spec.jsonBody,
    redirects: spec.redirects ?? false,
    deprecated: spec.deprecated,
  }
}

/** BadRequest is common to all endpoints. */
const kindsOf = (reasons: readonly Reason[]) =>
  reasons.map((reason) => reasonRow(reason).kind).filter((kind) => kind !== 'BadRequest')

const ordinaryBodyLimit = (method: Method, auth: Auth) =>
  method !== 'GET' && (auth === 'none' || auth === 'spectator') ? publicBodyLimit : defaultBodyLimit

/** Files up to twice the maximum size are read, so that the error can say that the file is too large. */
const roomForFiles = (files: FileLimits | 'streamed' | undefined) =>
  typeof files === 'object' ? 2 * files.maxFiles * files.maxFileBytes : 0

type PathOut<Path extends PathSpec> = { [K in keyof Path]: Path[K] extends 'int' ? number : string }

/** The input of a call: path and other parameters in one object. */
export type InputOf<E> =
  E extends Endpoint<infer P, infer _O, infer Path, infer _A> ? PathOut<Path> & ParamsIn<P> : never
/** The parameters that a handler receives. */
export type ParamsOf<E> = E extends Endpoint<infer P, infer _O, infer _Path, infer _A> ? ParamsOut<P> : never
export type PathOf<E> = E extends Endpoint<infer _P, infer _O, infer Path, infer _A> ? PathOut<Path> : never
/** The reply that a handler returns, without `result` and `msg`. */
export type ReplyOf<E> =
  E extends Endpoint<infer _P, infer O, infer _Path, infer _A> ? z.output<z.ZodObject<O>> : never
