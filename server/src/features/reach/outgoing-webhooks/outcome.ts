import type { OutsideAnswer, OutsideFailure } from '../../../platform/outbound.ts'
import { trim } from '../../../text.ts'
import type { Translate } from '../../../texts/texts.ts'

/** What a server wants its bot to say, as it came. */
export interface Reply {
  content: unknown
  widget?: unknown
}

/** What a call came to. */
export type Outcome =
  | { kind: 'nothing' }
  | { kind: 'reply'; content: string; widget: string | undefined }
  | Failure

export interface Failure {
  kind: 'failure'
  /** What is wrong, in a word. The owner is told of each once, until the bot works again. */
  reason: string
  /** The end of "I could not …, because", for whoever reads it. */
  because: (text: Translate) => string
  /** It may be gone in a moment. */
  isPassing: boolean
  /** People did what the bot cannot do: nothing is wrong with it. */
  isNormal: boolean
  /** What was answered. */
  body: string
}

type KnownReason = OutsideFailure | 'no-address' | 'direct-message'

const explanations: Record<KnownReason, Failure['because']> = {
  timeout: (text) => text('webhook.because.timeout'),
  connection: (text) => text('webhook.because.connection'),
  forbidden: (text) => text('webhook.because.forbidden'),
  garbage: (text) => text('webhook.because.garbage'),
  'no-address': (text) => text('webhook.because.noAddress'),
  'direct-message': (text) => text('webhook.because.directMessage'),
}

export const failureOf = (reason: KnownReason): Failure => ({
  kind: 'failure',
  reason,
  because: explanations[reason],
  isPassing: reason === 'timeout' || reason === 'connection',
  isNormal: reason === 'direct-message',
  body: '',
})

export const failureBy = (reason: string, because: Failure['because'], body: string): Failure => ({
  kind: 'failure',
  reason,
  because,
  isPassing: false,
  isNormal: false,
  body,
})

const nothing: Outcome = { kind: 'nothing' }

/** What an answer means, where the format of the bot has the reply in its place. */
export function outcomeOf(
  { status, headers, body: bytes, isCut }: OutsideAnswer,
  replyIn: (answer: Readonly<Record<string, unknown>>) => Reply,
): Outcome {
  const body = bytes.toString()
  if (status < 200 || status > 299) return failureBy(`status ${status}`, statusText(status, headers), body)
  // By its definition there is nothing in it.
  if (status === 204) return nothing
  const answer = isCut ? undefined : parsed(body)
  if (answer === undefined) return failureBy('not JSON', (text) => text('webhook.because.notJson'), body)
  if (answer === '') return nothing
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
    return failureBy('not an object', (text) => text('webhook.because.notAnObject'), body)
  }
  if ((answer as { response_not_required?: unknown }).response_not_required === true) return nothing
  const { content, widget } = replyIn(answer as Record<string, unknown>)
  const text = textOf(content)
  if (trim(text) === '') return nothing
  return { kind: 'reply', content: text, widget: widget === undefined ? undefined : textOf(widget) }
}

function statusText(status: number, { location }: OutsideAnswer['headers']): Failure['because'] {
  if (status === 407) return (text) => text('webhook.because.uncallable', { status })
  if (status >= 300 && status < 400 && location !== undefined) {
    return (text) => text('webhook.because.elsewhere', { status })
  }
  return (text) => text('webhook.because.status', { status })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whatever it is, in words. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
