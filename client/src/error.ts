/**
 * An error response. Branch on `reason`, or on `code` for a class of errors; `body` contains the additional fields of
 * some codes. `message` is English; translations are found by `reason`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  /** The name of the reason, such as `channel-not-found`. Empty if the server gives none. */
  readonly reason: string
  /** The values of the sentence's placeholders. */
  readonly reasonParams: Readonly<Record<string, string | number>>
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body.msg ?? `HTTP ${status}`))
    this.status = status
    this.code = String(body.code ?? 'UNKNOWN')
    this.reason = String(body.reason ?? '')
    this.reasonParams = (body.reason_params ?? {}) as Record<string, string | number>
    this.body = body
  }

  /** Whether a retry may succeed: the server is busy, unreachable or rate limiting. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500
  }

  /** Delay in seconds that the server asks for. */
  get retryAfter(): number | undefined {
    const wait = this.body['retry-after']
    return typeof wait === 'number' ? wait : undefined
  }
}
