import { createMailbox, createWorld, type Person, type ReceivedEmail, runJobs } from '@loquat/devkit'
import { idOf } from '../../../places/channels/testing/fixtures.ts'
import { scanMissedMessages } from '../jobs.ts'

/** A world with a mailbox, and helpers to send messages. */
export async function withMailbox() {
  const mailbox = await createMailbox()
  const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
  const { app, clock } = world
  const general = await idOf(world.carol, 'general')
  /** Scans, waits for the default period, and scans again. Returns the new emails. */
  const newEmails = async (seconds = 121) => {
    await runJobs(world)
    await scanMissedMessages(app)
    clock.advance(seconds)
    await scanMissedMessages(app)
    return await mailbox.emails(world)
  }
  /** Every message has a later time than the one before. */
  const passMoment = () => clock.advance(0.001)
  const sendToTopic = async (person: Person, topic: string, content = 'hello', to = general) => {
    passMoment()
    return (await person.api.sendMessage({ type: 'channel', to, topic, content })).id
  }
  const sendDirect = async (person: Person, to: Person[], content = 'hello') => {
    passMoment()
    return (await person.api.sendMessage({ type: 'direct', to: to.map(({ id }) => id), content })).id
  }
  const setTopicPolicy = (person: Person, topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
    person.api.updateUserTopic({ stream_id: general, topic, visibility_policy })
  const setChannelProperty = (person: Person, property: string, value: boolean) =>
    person.api.updateSubscriptionProperties({
      subscription_data: [{ stream_id: general, property, value }] as never,
    })
  await newEmails()
  return {
    world,
    ...world,
    mailbox,
    general,
    newEmails,
    sendToTopic,
    sendDirect,
    setTopicPolicy,
    setChannelProperty,
  }
}

/** Subjects and reasons of emails, by recipient. */
export function summary(emails: readonly ReceivedEmail[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const email of emails) {
    const why = /because ([^.]+)\./.exec(email.text)?.[1] ?? 'withheld'
    const to = email.recipients.join().replace('@example.com', '')
    found[to] = [...(found[to] ?? []), `${email.subject}: ${why}`].sort()
  }
  return found
}
