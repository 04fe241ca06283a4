import { createMailbox, createWorld, type Person, type ReceivedEmail, runJobs } from '@loquat/devkit'
import { idOf } from '../../../places/channels/testing/fixtures.ts'
import { scanMissedMessages } from '../jobs.ts'

/** For tests only: a world whose mails arrive, and ways to say something in it. */
export async function withMail() {
  const mailbox = await createMailbox()
  const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
  const { app, clock } = world
  const general = await idOf(world.carol, 'general')
  /** Looks, waits as long as people want to by default, and looks again. */
  const mails = async (seconds = 121) => {
    await runJobs(world)
    await scanMissedMessages(app)
    clock.advance(seconds)
    await scanMissedMessages(app)
    return await mailbox.emails(world)
  }
  /** Every message is sent later than the one before, if only by a millisecond. */
  const passMoment = () => clock.advance(0.001)
  const say = async (person: Person, topic: string, content = 'hello', to = general) => {
    passMoment()
    return (await person.api.sendMessage({ type: 'channel', to, topic, content })).id
  }
  const tell = async (person: Person, to: Person[], content = 'hello') => {
    passMoment()
    return (await person.api.sendMessage({ type: 'direct', to: to.map(({ id }) => id), content })).id
  }
  const make = (person: Person, topic: string, visibility_policy: 0 | 1 | 2 | 3) =>
    person.api.updateUserTopic({ stream_id: general, topic, visibility_policy })
  const choose = (person: Person, property: string, value: boolean) =>
    person.api.updateSubscriptionProperties({
      subscription_data: [{ stream_id: general, property, value }] as never,
    })
  await mails()
  return { world, ...world, mailbox, general, mails, say, tell, make, choose }
}

/** By receiver, what the letters are about and why they were written. */
export function summary(letters: readonly ReceivedEmail[]): Record<string, string[]> {
  const found: Record<string, string[]> = {}
  for (const letter of letters) {
    const why = /because ([^.]+)\./.exec(letter.text)?.[1] ?? 'withheld'
    const to = letter.recipients.join().replace('@example.com', '')
    found[to] = [...(found[to] ?? []), `${letter.subject}: ${why}`].sort()
  }
  return found
}
