import { createHash } from 'node:crypto'
import type { Email } from 'postal-mime'
import { SmtpRefusal } from './smtp-refusal.ts'

export interface EmailAttachment {
  name: string
  contentType: string
  content: Uint8Array
}

/** The parts of an email that matter here. */
export interface ParsedEmail {
  /** Identifies the email: its Message-ID, or a hash of its content. */
  id: string
  from: { name: string; address: string }
  subject: string
  text: string
  html: string
  attachments: readonly EmailAttachment[]
  /** Values by lower-case name, in order. */
  headers: ReadonlyMap<string, readonly string[]>
}

/** Longer bodies are cut: a message has at most 10,000 characters. */
const maxBodyLength = 200_000
const parserLimits = { maxNestingDepth: 50, maxHeadersSize: 262_144, maxRfc822NestingDepth: 0 }

/** Refuses an email that cannot be parsed within the limits. */
export async function parseEmail(raw: Buffer): Promise<ParsedEmail> {
  const { default: PostalMime } = await import('postal-mime')
  let email: Email
  try {
    email = await PostalMime.parse(raw, parserLimits)
  } catch {
    throw new SmtpRefusal(554, '5.6.0 The email cannot be read.')
  }
  const { from } = email
  return {
    id: email.messageId?.trim() || createHash('sha256').update(raw).digest('hex'),
    from: { name: from?.name ?? '', address: from?.address ?? '' },
    subject: email.subject ?? '',
    text: (email.text ?? '').slice(0, maxBodyLength).toWellFormed(),
    html: (email.html ?? '').slice(0, maxBodyLength).toWellFormed(),
    attachments: email.attachments.map(({ filename, mimeType, content }) => ({
      name: filename ?? '',
      contentType: mimeType,
      content: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
    })),
    headers: byName(email),
  }
}

function byName({ headers }: Email): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { key, value } of headers) found.set(key, [...(found.get(key) ?? []), value.trim()])
  return found
}
