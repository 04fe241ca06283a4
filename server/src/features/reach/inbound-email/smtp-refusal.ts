import { WireError } from '@loquat/contract'
import type { App } from '../../../app.ts'

/** A response of the SMTP listener that refuses a sender, a recipient or an email. */
export class SmtpRefusal extends Error {
  /** 4xx: the sender retries later; 5xx: it gives up. */
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

export const unknownAddress = () => new SmtpRefusal(550, '5.1.1 There is no such address here.')

/** Errors of the API are permanent, except limits. Anything else is a fault of the server, and the sender retries. */
export function toRefusal(app: App, error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error
  if (error instanceof WireError && error.status < 500) {
    if (error.status === 429) return new SmtpRefusal(451, '4.7.1 Too many emails, try again later.')
    return new SmtpRefusal(554, `5.7.1 ${oneLine(error.message)}`)
  }
  app.logger.warn({ err: error }, 'could not receive an email')
  return new SmtpRefusal(451, '4.3.0 Temporary failure, try again later.')
}

const maxLength = 400

/** Responses are single lines of ASCII. */
const oneLine = (text: string) => text.replace(/[^ -~]+/g, ' ').slice(0, maxLength)
