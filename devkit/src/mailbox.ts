import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { runJobs } from './jobs.ts'
import type { World } from './world.ts'

export interface ReceivedEmail {
  /** The envelope recipients. */
  recipients: string[]
  from: string
  subject: string
  text: string
  html: string
  headers: Map<string, string>
}

export interface Mailbox {
  /** For `createWorld({ config: { smtpUrl } })`. */
  smtpUrl: string
  /** Runs the due jobs and returns the emails received since the last call. */
  emails(world: World): Promise<ReceivedEmail[]>
  /** The SMTP code that rejects further emails; undefined accepts them. */
  rejectWith: number | undefined
}

/** An SMTP server that accepts every email. Ends with the test. */
export async function createMailbox(): Promise<Mailbox> {
  const received: ReceivedEmail[] = []
  const mailbox: Mailbox = {
    smtpUrl: '',
    rejectWith: undefined,
    emails: async (world) => {
      await runJobs(world)
      return received.splice(0)
    },
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const code = mailbox.rejectWith
        if (code !== undefined) return done(Object.assign(new Error('Not today.'), { responseCode: code }))
        const recipients = session.envelope.rcptTo.map((one) => one.address)
        received.push(present(await PostalMime.parse(Buffer.concat(parts)), recipients))
        done()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)))
  mailbox.smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
  return mailbox
}

const present = (parsed: Email, recipients: string[]): ReceivedEmail => ({
  recipients,
  from: parsed.from?.address ?? '',
  subject: parsed.subject ?? '',
  text: parsed.text ?? '',
  html: parsed.html ?? '',
  headers: new Map(parsed.headers.map(({ key, value }) => [key, value])),
})

/** The first URL with this path in an email. */
export function linkInEmail(email: ReceivedEmail | undefined, path: string): string {
  const found = email?.text.match(new RegExp(`\\S*${path}\\S*`))?.[0]
  if (found === undefined) throw new Error(`No link to ${path} in: ${email?.text}`)
  return found
}

/** The key at the end of a link. */
export const keyOfLink = (link: string): string => link.split('/').filter(Boolean).at(-1) ?? ''

/** The key at the end of the first URL with this path in an email. */
export const keyInEmail = (email: ReceivedEmail | undefined, path: string): string =>
  keyOfLink(linkInEmail(email, path))
