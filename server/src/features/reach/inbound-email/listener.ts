import type { AddressInfo } from 'node:net'
import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import type { App } from '../../../app.ts'
import { readCertificate, watchCertificate } from '../../../http/certificate.ts'
import { ConcurrencyLimit } from '../../../platform/concurrency-limit.ts'
import type { InboundEmail } from '../../../platform/inbound-email-config.ts'
import { StartError } from '../../../platform/start-error.ts'
import { workContext } from '../../../platform/work-context.ts'
import { EmailMemory, readData } from './read-data.ts'
import { assertAddressBelowLimit, assertSenderBelowLimit, findRecipient, receiveEmail } from './receive.ts'
import { SmtpRefusal, toRefusal } from './smtp-refusal.ts'

export interface SmtpListener {
  port: number
  /** Stops listening, and resolves when emails under way are answered, or after a few seconds. */
  close(): Promise<void>
}

const limits = {
  /** Connections of one process. */
  connections: 100,
  recipients: 50,
  /** Emails that are parsed and posted at the same time. */
  concurrent: 4,
  waiting: 100,
  memoryBytes: 128 * 1_048_576,
  idleMs: 60_000,
  connectionMs: 15 * 60_000,
  closeMs: 4_000,
}

/** Listens for emails, if the server receives any. */
export async function startSmtpListener(app: App): Promise<SmtpListener | undefined> {
  const settings = app.config.inboundEmail
  if (settings === undefined) return undefined
  const { SMTPServer } = await import('smtp-server')
  const server = new SMTPServer(optionsOf(app, settings))
  // Clients that break the protocol or the connection: nothing that an operator can act on.
  server.on('error', (error) => app.logger.debug({ err: error }, 'an SMTP connection failed'))
  limitDuration(server)
  const { host, port } = settings
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', (error) => {
      reject(new StartError(`LOQUAT_SMTP_IN_PORT ${port} on ${host} cannot be used: ${error.message}.`))
    })
    server.listen(port, host, resolve)
  })
  const { tls } = settings
  const stopWatching =
    tls && watchCertificate(tls, app.logger, (pair) => server.updateSecureContext({ ...pair }))
  let closed: Promise<void> | undefined
  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => {
      stopWatching?.()
      closed ??= new Promise((resolve) => server.close(resolve))
      return closed
    },
  }
}

/** Ends connections that stay for too long, however active they are. */
function limitDuration(server: SMTPServer): void {
  server.server.on('connection', (socket) => {
    const timer = setTimeout(() => socket.destroy(), limits.connectionMs).unref()
    socket.once('close', () => clearTimeout(timer))
  })
}

function optionsOf(app: App, settings: InboundEmail): SMTPServerOptions & { maxRecipients: number } {
  const { domain, maxBytes, tls } = settings
  const memory = new EmailMemory(Math.max(limits.memoryBytes, 2 * maxBytes))
  const posting = new ConcurrencyLimit({
    total: limits.concurrent,
    perKey: limits.concurrent,
    waitingPerKey: limits.waiting,
  })
  const answer = (work: () => Promise<void>, done: (error?: Error) => void) => {
    workContext.run({ job: 'receive-email' }, work).then(
      () => done(),
      (error: unknown) => done(refused(app, error)),
    )
  }
  return {
    name: domain,
    banner: 'Loquat',
    size: maxBytes,
    authOptional: true,
    disabledCommands: ['AUTH', ...(tls === undefined ? ['STARTTLS'] : [])],
    ...(tls === undefined ? {} : readCertificate(tls, 'LOQUAT_SMTP_IN_TLS')),
    disableReverseLookup: true,
    maxClients: limits.connections,
    maxRecipients: limits.recipients,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.closeMs,
    onMailFrom: ({ address }, session, done) =>
      answer(async () => {
        if (tls?.isRequired && !session.secure) {
          throw new SmtpRefusal(530, '5.7.0 Must issue a STARTTLS command first.')
        }
        assertSenderBelowLimit(app, address)
      }, done),
    onRcptTo: ({ address }, _session, done) =>
      answer(async () => assertAddressBelowLimit(app, await findRecipient(app, settings, address)), done),
    onData: (stream, session, done) =>
      answer(
        () =>
          // Joined in a slot, because waiting emails should be in memory once.
          readData(stream, maxBytes, memory, (chunks) =>
            posting.run('emails', () =>
              receiveEmail(app, settings, envelopeOf(session), Buffer.concat(chunks)),
            ),
          ),
        done,
      ),
  }
}

function refused(app: App, error: unknown): SmtpRefusal {
  const refusal = toRefusal(app, error)
  app.metrics.emailReceived(refusal.responseCode < 500 ? 'failed' : 'refused')
  return refusal
}

const envelopeOf = ({ envelope: { mailFrom, rcptTo } }: SMTPServerSession) => ({
  from: mailFrom === false ? '' : mailFrom.address,
  to: rcptTo.map(({ address }) => address),
})
