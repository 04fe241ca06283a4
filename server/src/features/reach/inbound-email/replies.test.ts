import { createMailbox, type Person, type ReceivedEmail, runJobs } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { deactivate } from '../../places/channels/testing/fixtures.ts'
import { scanMissedMessages } from '../missed-messages/jobs.ts'
import { replyLifetimeMs } from './reply-address.ts'
import { createInboundWorld } from './testing/fixtures.ts'

const accepted = /^250 /

/** A world that sends notification emails and receives replies to them. */
async function createReplyWorld() {
  const mailbox = await createMailbox()
  const inbound = await createInboundWorld({ config: { smtpUrl: mailbox.smtpUrl } })
  const { world, clock, general } = inbound
  const newEmails = async () => {
    await runJobs(world)
    await scanMissedMessages(world.app)
    clock.advance(121)
    await scanMissedMessages(world.app)
    return await mailbox.emails(world)
  }
  await newEmails()
  const mention = async (content = '@**Dave Member** when?', topic = 'plums') =>
    (await inbound.carol.api.sendMessage({ type: 'channel', to: general, topic, content })).id
  /** The address for replies to the email about a mention of Dave. */
  const mentioned = async () => {
    await mention()
    return replyTo(await newEmails())
  }
  const latest = async ({ api }: Person, narrow: object[] = []) => {
    const { messages } = await api.getMessages({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      apply_markdown: false,
      narrow: narrow as [],
    })
    const [message] = messages
    return { by: message?.sender_full_name, topic: message?.subject, content: message?.content }
  }
  return { ...inbound, mailbox, newEmails, mention, mentioned, latest }
}

const addressIn = (email: ReceivedEmail | undefined) =>
  /reply\+[0-9a-z]+-[0-9a-f]{32}@chat\.example\.com/.exec(email?.headers.get('reply-to') ?? '')?.[0] ?? ''
const replyTo = (emails: readonly ReceivedEmail[]) => addressIn(emails[0])

describe('A reply to a notification email', () => {
  it('is posted by its writer in the same conversation, once, without the quoted email', async () => {
    const { carol, dave, bob, send, newEmails, mention, latest } = await createReplyWorld()
    const id = await mention()
    await carol.api.sendMessage({ type: 'direct', to: [dave.id, bob.id], content: 'to both' })
    const toDave = (await newEmails()).filter(({ recipients }) => recipients.includes(dave.email))
    expect(toDave).toHaveLength(2)
    expect(toDave[0]?.text).toContain('Reply to this email to answer in the conversation.')
    const [inTopic = '', direct = ''] = toDave.map(addressIn)

    // Replies follow a topic that has moved.
    await carol.api.updateMessage({ message_id: id, topic: 'figs', propagate_mode: 'change_all' })
    const text = `Soon, @**Carol Member**.\r\n\r\nOn Monday, Loquat wrote:\r\n${toDave[0]?.text.replace(/^/gm, '> ')}`
    const reply = { from: dave.email, subject: 'Re: #general > plums', text, messageId: '<1@x.example>' }
    expect(await send(inTopic, reply)).toMatch(accepted)
    expect(await latest(carol, [{ operator: 'topic', operand: 'figs' }])).toEqual({
      by: 'Dave Member',
      topic: 'figs',
      content: 'Soon, @**Carol Member**.',
    })
    const { messages } = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 1,
      num_after: 0,
      narrow: [{ operator: 'is', operand: 'mentioned' }],
    })
    expect(messages).toHaveLength(1)
    // Mail servers repeat deliveries; that is no second use.
    expect(await send(inTopic, reply)).toMatch(accepted)
    expect((await newEmails()).filter(({ subject }) => subject.includes('posted'))).toEqual([])

    expect(await send(direct, { from: dave.email, text: 'fine' })).toMatch(accepted)
    expect(await latest(bob, [{ operator: 'is', operand: 'dm' }])).toMatchObject({
      by: 'Dave Member',
      content: 'fine',
    })
  })

  it('that cannot be posted is returned to its writer with the reason, in their language', async () => {
    const { world, clock, alice, dave, general, send, newEmails, mention, mentioned } =
      await createReplyWorld()
    await dave.api.updateSettings({ default_language: 'de' })
    const returned = async (address: string, email: object = {}) => {
      expect(await send(address, { from: dave.email, text: 'Bald.', ...email })).toMatch(accepted)
      const found = (await newEmails()).filter(({ subject }) => subject.includes('nicht gesendet'))
      expect(found).toHaveLength(1)
      expect(found[0]?.recipients).toEqual([dave.email])
      expect(found[0]?.headers.get('auto-submitted')).toBe('auto-generated')
      return found[0]?.text ?? ''
    }
    const first = await mentioned()
    expect(await returned(first, { text: '> only a quote' })).toContain('enthält keinen Text')
    expect(await send(first, { from: dave.email })).toMatch(accepted)
    expect(await returned(first, { text: 'Noch etwas.' })).toMatch(/bereits geantwortet[\s\S]*> Noch etwas\./)

    const second = await mentioned()
    clock.advance(replyLifetimeMs / 1_000)
    expect(await returned(second)).toContain('zu alt')

    const id = await mention()
    const third = replyTo(await newEmails())
    await alice.api.deleteMessage({ message_id: id })
    expect(await returned(third)).toContain('nicht mehr lesen')

    const fourth = await mentioned()
    const groups = (await alice.api.getUserGroups()).user_groups
    const admins = groups.find(({ name }) => name === 'role:administrators')?.id ?? 0
    await alice.api.updateChannel({ stream_id: general, can_send_message_group: { new: admins } })
    expect(await returned(fourth)).toContain('Bald.')

    // Automatic responses are never answered, and a deactivated user has no address.
    expect(await send(fourth, { headers: { 'Auto-Submitted': 'auto-replied' } })).toMatch(/^550 5\.7\.1 /)
    expect(await send(fourth.replace(/-./, '-x'))).toMatch(/^550 /)
    const forged = fourth.replace(/-[0-9a-f]{32}/, `-${'0'.repeat(32)}`)
    expect(await send(forged)).toMatch(/^550 5\.1\.1 /)
    expect(await newEmails()).toEqual([])
    await deactivate(world, dave)
    expect(await send(fourth)).toMatch(/^550 5\.1\.1 /)
  })

  it('is impossible if the content is hidden in emails or the server receives none', async () => {
    const { world, dave, newEmails, mention } = await createReplyWorld()
    await dave.api.updateSettings({ message_content_in_email_notifications: false })
    await mention()
    const [hidden] = await newEmails()
    expect(hidden?.headers.has('reply-to')).toBe(false)
    await dave.api.updateSettings({ message_content_in_email_notifications: true })
    world.app.config.inboundEmail = undefined
    await mention()
    const [email] = await newEmails()
    expect(email?.headers.has('reply-to')).toBe(false)
    expect(email?.text).toContain("Replies to this email aren't read.")
  })
})
