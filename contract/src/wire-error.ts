import { type ErrorCode, type ErrorExtra, type ErrorName, errorTable } from './errors.ts'
import { fillSentence, type ReasonParams } from './reasons/declare.ts'
import { type KindOf, type ParamsOfReason, type Reason, reasonRow } from './reasons/reasons.ts'

/** An error that has a wire representation. Any other thrown error becomes an INTERNAL_ERROR. */
export class WireError<N extends ErrorName = ErrorName> extends Error {
  override readonly name = 'WireError'
  readonly kind: N
  readonly extra: ErrorExtra<N>
  readonly reason: Reason
  readonly params: ReasonParams

  constructor(reason: Reason, params: ReasonParams, extra: ErrorExtra<N>) {
    super(messageOf(reason, params))
    this.kind = reasonRow(reason).kind as N
    this.extra = extra
    this.reason = reason
    this.params = params
  }

  get code(): ErrorCode {
    return errorTable[this.kind].code
  }

  get status(): number {
    return errorTable[this.kind].status
  }

  /** The request parameter at fault, if the reason names one. */
  get parameter(): string | undefined {
    return reasonRow(this.reason).parameter
  }
}

type HasNone<T> = [keyof T] extends [never] ? true : false
type ReasonArguments<R extends Reason> =
  HasNone<ErrorExtra<KindOf<R>>> extends true
    ? HasNone<ParamsOfReason<R>> extends true
      ? []
      : [params: ParamsOfReason<R>]
    : [params: ParamsOfReason<R>, extra: ErrorExtra<KindOf<R>>]

/** Creates the error without throwing it: `throw apiError('subscription-denied', { channel: channel.name })` */
export function apiError<R extends Reason>(reason: R, ...rest: ReasonArguments<R>): WireError<KindOf<R>> {
  const [params = {}, extra = {}] = rest as [ReasonParams?, ErrorExtra<KindOf<R>>?]
  return new WireError(reason, params, extra as ErrorExtra<KindOf<R>>)
}

/** The English `msg` of a reason. */
export function messageOf(reason: Reason, params: ReasonParams): string {
  const { parameter, text } = reasonRow(reason)
  return `${parameter === undefined ? '' : `${parameter}: `}${fillSentence(text, params)}`
}
