/** An answer that says no. `code` is what to branch on; `body` has the fields that some codes add. */
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

  /** Whether the same call may succeed later: the server is busy, away or limiting. */
  get isTemporary(): boolean {
    return this.status === 429 || this.status >= 500
  }

  /** Seconds the server asks to wait. */
  get retryAfter(): number | undefined {
    const wait = this.body['retry-after']
    return typeof wait === 'number' ? wait : undefined
  }
}
