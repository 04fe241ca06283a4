import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { runJobs } from './jobs.ts'
import type { World } from './world.ts'

export interface ReceivedLetter {
  /** Whom the mail server was told to give it to. */
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
  /** What has arrived since the last time, after everything that is due was sent. */
  letters(world: World): Promise<ReceivedLetter[]>
  /** The SMTP code with which further letters are refused; undefined takes them. */
  refuseWith: number | undefined
}

/** A mail server that takes every letter. Ends with the test. */
export async function createMailbox(): Promise<Mailbox> {
  const arrived: ReceivedLetter[] = []
  const mailbox: Mailbox = {
    smtpUrl: '',
    refuseWith: undefined,
    letters: async (world) => {
      await runJobs(world)
      return arrived.splice(0)
    },
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', async () => {
        const code = mailbox.refuseWith
        if (code !== undefined) return done(Object.assign(new Error('Not today.'), { responseCode: code }))
        const recipients = session.envelope.rcptTo.map((one) => one.address)
        arrived.push(present(await PostalMime.parse(Buffer.concat(parts)), recipients))
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

const present = (mail: Email, recipients: string[]): ReceivedLetter => ({
  recipients,
  from: mail.from?.address ?? '',
  subject: mail.subject ?? '',
  text: mail.text ?? '',
  html: mail.html ?? '',
  headers: new Map(mail.headers.map(({ key, value }) => [key, value])),
})

/** The first address in a letter that has this path. */
export function linkIn(letter: ReceivedLetter | undefined, path: string): string {
  const found = letter?.text.match(new RegExp(`\\S*${path}\\S*`))?.[0]
  if (found === undefined) throw new Error(`No link to ${path} in: ${letter?.text}`)
  return found
}
