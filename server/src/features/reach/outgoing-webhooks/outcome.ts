import type { OutsideAnswer, OutsideFailure } from '../../../platform/outbound.ts'
import { trim } from '../../../text.ts'
import type { Language, Translate } from '../../../texts/texts.ts'

/** A reply as sent by the bot's server. */
export interface BotReply {
  content: unknown
  widget?: unknown
}

/** Result of a call. */
export type CallOutcome =
  | { kind: 'nothing' }
  | { kind: 'reply'; content: string; widget: string | undefined }
  | CallFailure

export interface CallFailure {
  kind: 'failure'
  /** Short code of the failure. The owner is notified once per code, until the bot works again. */
  reason: string
  /** The end of "I could not …, because", translated. */
  because: (text: Translate, language: Language) => string
  /** Whether a retry may succeed. */
  isTemporary: boolean
  /** Whether a user asked for something unsupported, so that the bot is not at fault. */
  isUserError: boolean
  /** The response body. */
  body: string
}

type KnownReason = OutsideFailure | 'no-address' | 'direct-message'

const explanations: Record<KnownReason, CallFailure['because']> = {
  timeout: (text) => text('webhook.because.timeout'),
  connection: (text) => text('webhook.because.connection'),
  forbidden: (text) => text('webhook.because.forbidden'),
  garbage: (text) => text('webhook.because.garbage'),
  'no-address': (text) => text('webhook.because.noAddress'),
  'direct-message': (text) => text('webhook.because.directMessage'),
}

export const failureOf = (reason: KnownReason): CallFailure => ({
  kind: 'failure',
  reason,
  because: explanations[reason],
  isTemporary: reason === 'timeout' || reason === 'connection',
  isUserError: reason === 'direct-message',
  body: '',
})

export const failureBy = (reason: string, because: CallFailure['because'], body: string): CallFailure => ({
  kind: 'failure',
  reason,
  because,
  isTemporary: false,
  isUserError: false,
  body,
})

const noReply: CallOutcome = { kind: 'nothing' }

/** Interprets a response. `replyIn` extracts the reply for the bot's format. */
export function outcomeOf(
  { status, headers, body: bytes, isCut }: OutsideAnswer,
  replyIn: (answer: Readonly<Record<string, unknown>>) => BotReply,
): CallOutcome {
  const failed = statusFailure({ status, headers, body: bytes })
  if (failed !== undefined) return failed
  const body = bytes.toString()
  // A 204 response has no body.
  if (status === 204) return noReply
  const answer = isCut ? undefined : parseJson(body)
  if (answer === undefined) return failureBy('not JSON', (text) => text('webhook.because.notJson'), body)
  if (answer === '') return noReply
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return failureBy('not an object', (text) => text('webhook.because.notAnObject'), body)
  }
  if ((answer as { response_not_required?: unknown }).response_not_required === true) return noReply
  const { content, widget } = replyIn(answer as Record<string, unknown>)
  const text = textOf(content)
  if (trim(text) === '') return noReply
  return { kind: 'reply', content: text, widget: widget === undefined ? undefined : textOf(widget) }
}

/** The failure of a response without a status of success. */
export function statusFailure({
  status,
  headers,
  body,
}: Pick<OutsideAnswer, 'status' | 'headers' | 'body'>): CallFailure | undefined {
  if (status >= 200 && status <= 299) return undefined
  return failureBy(`status ${status}`, statusText(status, headers), body.toString())
}

function statusText(status: number, { location }: OutsideAnswer['headers']): CallFailure['because'] {
  if (status === 407) return (text) => text('webhook.because.uncallable', { status })
  if (status >= 300 && status < 400 && location !== undefined) {
    return (text) => text('webhook.because.elsewhere', { status })
  }
  return (text) => text('webhook.because.status', { status })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Any JSON value as text. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
