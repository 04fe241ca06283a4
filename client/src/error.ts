/** An error response. Branch on `code`; `body` contains the additional fields of some codes. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, body: Readonly<Record<string, unknown>>) {
    super(String(body.msg ?? `HTTP ${status}`))
    this.status = status
    this.code = String(body.code ?? 'UNKNOWN')
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
