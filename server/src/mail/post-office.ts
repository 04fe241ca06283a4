import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Letter, toHtml, toText } from './letter.ts'

export interface PostOffice {
  /** Hands a letter over. Throws where that should be tried again. */
  send(letter: Letter): Promise<void>
  close(): void
}

export interface PostOfficeOptions {
  smtpUrl: string | undefined
  /** Where letters are put when there is no SMTP server. */
  outbox: string
  from: string
  onRefused(letter: Letter, error: unknown): void
}

/** Nodemailer is loaded for the first letter: most starts never send one. */
export function openPostOffice(options: PostOfficeOptions): PostOffice {
  return options.smtpUrl === undefined ? folder(options) : smtp(options, options.smtpUrl)
}

/** The letter as nodemailer wants it. */
function compose(letter: Letter, from: string) {
  const { to, subject, unsubscribeUrl } = letter
  return {
    // Not "to" alone: a comma or a bracket in an address must not make a second recipient.
    to: { name: '', address: to },
    from,
    subject,
    text: toText(letter),
    html: toHtml(letter),
    // Answers of machines are not wanted.
    headers: {
      'Auto-Submitted': 'auto-generated',
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

function smtp({ from, onRefused }: PostOfficeOptions, url: string): PostOffice {
  let transport: Promise<{ sendMail(mail: object): Promise<unknown>; close(): void }> | undefined
  const open = async () => {
    const { createTransport } = await import('nodemailer')
    const separator = url.includes('?') ? '&' : '?'
    return createTransport(`${url}${separator}pool=true&connectionTimeout=10000&socketTimeout=30000`)
  }
  return {
    send: async (letter) => {
      transport ??= open()
      try {
        await (await transport).sendMail(compose(letter, from))
      } catch (error) {
        // The server will never take it: trying again would only annoy it.
        const { responseCode = 0 } = error as { responseCode?: number }
        if (responseCode < 500 || responseCode > 599) throw error
        onRefused(letter, error)
      }
    },
    close: () => void transport?.then((one) => one.close()).catch(() => {}),
  }
}

function folder({ from, outbox }: PostOfficeOptions): PostOffice {
  return {
    send: async (letter) => {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({ streamTransport: true, buffer: true })
      const { message } = await transport.sendMail(compose(letter, from))
      await mkdir(outbox, { recursive: true, mode: 0o700 })
      const time = new Date().toISOString().replace(/[:.]/g, '-')
      const receiver = letter.to.replace(/[^A-Za-z0-9@._+-]/g, '_').slice(0, 100)
      const file = join(outbox, `${time} ${receiver} ${randomUUID().slice(0, 8)}.eml`)
      // Whoever watches the folder never sees half a letter.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    close: () => {},
  }
}
