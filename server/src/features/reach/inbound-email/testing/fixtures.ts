import { createWorld, type Person, testInboundEmail, type WorldOptions } from '@loquat/devkit'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { onTestFinished } from 'vitest'
import type { InboundEmail } from '../../../../platform/inbound-email-config.ts'
import { startSmtpListener } from '../listener.ts'

export const sender = 'Ada Stranger <ada@elsewhere.example>'

interface InboundOptions extends WorldOptions {
  inbound?: Partial<InboundEmail>
}

/** A world that receives emails over SMTP. */
export async function createInboundWorld({ inbound = {}, ...options }: InboundOptions = {}) {
  const inboundEmail = { ...testInboundEmail, ...inbound }
  const world = await createWorld({ ...options, config: { ...options.config, inboundEmail } })
  const listener = await startSmtpListener(world.app)
  if (listener === undefined) throw new Error('There is no listener.')
  onTestFinished(() => listener.close())
  const { stream_id: general } = await world.carol.api.getChannelId({ stream: 'general' })
  const addressOf = async ({ api }: Person, sender_id?: number) =>
    (await api.getChannelEmail({ stream_id: general, ...(sender_id === undefined ? {} : { sender_id }) }))
      .email
  const send = (to: string | string[], email: SendMailOptions = {}, options: object = {}) =>
    sendEmail(listener.port, to, email, options)
  return { world, ...world, general, listener, addressOf, send }
}

/** Sends an email over SMTP. Returns the code and text of the response. */
export async function sendEmail(
  port: number,
  to: string | string[],
  email: SendMailOptions = {},
  options: object = {},
): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, ...options })
  try {
    const message = { from: sender, to, subject: 'Plums', text: 'They are ripe.', ...email }
    const { response } = await transport.sendMail(message)
    return response
  } catch (error) {
    return (error as { response?: string }).response ?? String(error)
  } finally {
    transport.close()
  }
}

/** Topic, sender and content of the latest messages of a channel, oldest first. */
export async function messagesIn({ api }: Person, channel: string, count = 20) {
  const { messages } = await api.getMessages({
    anchor: 'newest',
    num_before: count,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'channel', operand: channel }],
  })
  return messages.map(({ subject, sender_full_name: by, content }) => ({ topic: subject, by, content }))
}

/** With another option, before the default one. */
export const withOption = (address: string, option: string) => address.replace('@', `${option}@`)

/** Without any option. */
export const plainAddress = (address: string) => address.replace('.show-sender@', '@')
