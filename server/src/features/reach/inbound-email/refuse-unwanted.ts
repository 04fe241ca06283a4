import { originHeader } from '../../../email/mailer.ts'
import type { InboundEmail } from '../../../platform/inbound-email-config.ts'
import type { ParsedEmail } from './parse-email.ts'
import { SmtpRefusal } from './smtp-refusal.ts'

const responses = ['x-autoreply', 'x-autorespond', 'x-failed-recipients']
const automated = ['list-id', 'x-auto-response-suppress']

const matcherOf = (headers: ParsedEmail['headers']) => (name: string, pattern: RegExp) =>
  headers.get(name)?.some((value) => pattern.test(value)) === true

/** Whether a program sent the email in response to another one, or to report a delivery. */
export function isAutomaticResponse(
  { headers }: Pick<ParsedEmail, 'headers'>,
  envelopeFrom: string,
): boolean {
  const has = matcherOf(headers)
  return (
    envelopeFrom === '' ||
    headers.has(originHeader.toLowerCase()) ||
    has('auto-submitted', /^auto-(?:replied|notified)/i) ||
    has('precedence', /^(?:auto_reply|junk)/i) ||
    has('content-type', /^multipart\/report/i) ||
    responses.some((name) => headers.has(name))
  )
}

/** Whether a program sent the email by itself, such as a report or a mailing list. */
function isAutomated({ headers }: ParsedEmail): boolean {
  const has = matcherOf(headers)
  // Everything but `no` is automatic, according to RFC 3834.
  return (
    has('auto-submitted', /^(?!no\b)/i) ||
    has('precedence', /^(?:bulk|list)/i) ||
    automated.some((name) => headers.has(name))
  )
}

/** Whether the mail server in front of this one considers the email spam or forged. */
function unwantedReason(
  { headers }: ParsedEmail,
  { refusesDmarcFailures }: InboundEmail,
): string | undefined {
  const has = matcherOf(headers)
  if (has('x-spam-flag', /^yes\b/i) || has('x-spam-status', /^yes\b/i) || has('x-spam', /^yes\b/i)) {
    return 'it was classified as spam'
  }
  if (refusesDmarcFailures && has('authentication-results', /\bdmarc\s*=\s*fail\b/i)) {
    return 'it failed DMARC'
  }
  return undefined
}

/** Refuses loops, automatic responses and spam. */
export function assertWanted(
  email: ParsedEmail,
  envelopeFrom: string,
  settings: InboundEmail,
  { allowsAutomated }: { allowsAutomated: boolean },
): void {
  if (isAutomaticResponse(email, envelopeFrom)) {
    throw new SmtpRefusal(550, '5.7.1 Automatic responses are not accepted here.')
  }
  if (isAutomated(email) && !(settings.acceptsAutomated && allowsAutomated)) {
    throw new SmtpRefusal(550, '5.7.1 Automated emails are not accepted here.')
  }
  const reason = unwantedReason(email, settings)
  if (reason !== undefined) throw new SmtpRefusal(550, `5.7.1 The email is refused, because ${reason}.`)
}
