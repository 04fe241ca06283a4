import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Email, toHtml, toText } from './email.ts'

/** Marks the emails of Loquat servers, so that none is posted by another one, or by this one. */
export const originHeader = 'X-Loquat-Origin'

/** The mail server refused an email permanently, so a retry is pointless unless something changes. */
export class EmailRefusedError extends Error {}

export interface Mailer {
  /** Delivers an email. Throws an {@link EmailRefusedError}, or another error if the delivery should be retried. */
  send(email: Email): Promise<void>
  close(): void
}

export interface MailerOptions {
  smtpUrl: string | undefined
  /** The folder for emails when there is no SMTP server. */
  outbox: string
  from: string
  /** An attempt has ended. Failed ones are retried. */
  onAttempted(outcome: 'delivered' | 'refused' | 'failed'): void
}

/** Loads Nodemailer with the first email, since most processes never send one. */
export function createMailer(options: MailerOptions): Mailer {
  return options.smtpUrl === undefined ? folder(options) : smtp(options, options.smtpUrl)
}

/** Converts an email to the options of Nodemailer. */
function toNodemailer(email: Email, from: string) {
  const { to, subject, replyTo, unsubscribeUrl } = email
  return {
    // An object, because a comma or bracket in a plain address would add a recipient.
    to: { name: '', address: to },
    from,
    ...(replyTo === undefined ? {} : { replyTo }),
    subject,
    text: toText(email),
    html: toHtml(email),
    // The first suppresses automatic replies. Servers refuse incoming emails that have the second.
    headers: {
      'Auto-Submitted': 'auto-generated',
      [originHeader]: 'notification',
      ...(unsubscribeUrl === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function smtp({ from, onAttempted }: MailerOptions, url: string): Mailer {
  let transport: Promise<{ sendMail(mail: object): Promise<unknown>; close(): void }> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const separator = url.includes('?') ? '&' : '?'
    return createTransport(`${url}${separator}pool=true&connectionTimeout=10000&socketTimeout=30000`)
  }
  return {
    send: async (email) => {
      transport ??= open()
      try {
        await (await transport).sendMail(toNodemailer(email, from))
        onAttempted('delivered')
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number }
        const isRefused = responseCode >= 500 && responseCode <= 599
        onAttempted(isRefused ? 'refused' : 'failed')
        throw isRefused ? new EmailRefusedError((error as Error).message, { cause: error }) : error
      }
    },
    close: () => void transport?.then((one) => one.close()).catch(() => {}),
  }
}

function folder({ from, outbox, onAttempted }: MailerOptions): Mailer {
  return {
    send: async (email) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true })
      const { message } = await transport.sendMail(toNodemailer(email, from))
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      const receiver = email.to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 100)
      const file = join(outbox, `${time} ${receiver} ${randomUUID().slice(0, 8)}.eml`)
      // Programs that watch the folder never see an incomplete file.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
      onAttempted('delivered')
    },
    close: () => {},
  }
}
