import { createMailbox, createWorld, keyInEmail, type Person } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { unsubscribe } from '../../administration/sign-in/unsubscribe.ts'
import { digestHour, localTime } from './due.ts'
import { emailDigests } from './jobs.ts'

const day = 86_400
const zone = 'Asia/Tokyo'

/** A world in which Dave, in Tokyo, was away for six days, and it is the morning of his digest. */
async function createDigestWorld() {
  const mailbox = await createMailbox()
  const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
  const { app, clock, alice, carol, dave } = world
  // The cast is older than the world.
  await sql`update account set created_at = created_at - interval '30 days'`.execute(app.database.db)
  for (const { api } of [alice, carol]) await api.updateSettings({ enable_digest_emails: false })
  await dave.api.updateSettings({ timezone: zone })
  const say = async ({ api }: Person, topic: string, content = 'hello', to = 'general') =>
    await api.sendMessage({ type: 'channel', to, topic, content })
  clock.advance(6 * day)
  while (localTime(zone, clock.now()).hour !== digestHour) clock.advance(3_600)
  const { weekday } = localTime(zone, clock.now())
  await alice.api.updateRealm({ digest_emails_enabled: true, digest_weekday: weekday })
  /** Runs the job. Returns the emails to Dave. */
  const digests = async () => {
    await emailDigests.run(app, {})
    return (await mailbox.emails(world)).filter(({ recipients }) => recipients.includes(dave.email))
  }
  return { ...world, world, mailbox, weekday, say, digests }
}

describe('A digest email', () => {
  it('names the most active topics of the week, once, in the language of a person who was away', async () => {
    const { app, clock, alice, carol, dave, say, digests } = await createDigestWorld()
    for (const person of [alice, carol]) for (let n = 0; n < 2; n++) await say(person, 'Plums')
    await say(carol, 'figs')
    await say(carol, 'noise')
    await dave.api.updateUserTopic({ stream_id: await channelId(dave), topic: 'noise', visibility_policy: 1 })
    await carol.api.subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true })
    await say(carol, 'hidden', 'hello', 'secret')
    await dave.api.updateSettings({ default_language: 'de' })
    const [email, ...others] = await digests()
    expect(others).toEqual([])
    expect(email?.subject).toBe('Deine Woche bei Orchard')
    expect(email?.text.match(/^#.*$/gm)).toEqual(['#general > Plums:', '#general > figs:'])
    expect(email?.text).toContain('> 4 Nachrichten von Carol Member und Alice Owner')
    expect(email?.text).not.toMatch(/hidden|noise|secret/)
    expect(await digests()).toEqual([])

    clock.advance(7 * day)
    expect(await digests()).toEqual([])
    await say(carol, 'news')
    expect(await digests()).toHaveLength(1)

    clock.advance(7 * day)
    await say(carol, 'more')
    const realm = await app.realms.byHost('')
    await unsubscribe(app, realm!, 'digest', keyInEmail(email, '/unsubscribe/digest/'))
    expect(await digests()).toEqual([])
  })

  it('is only sent on its day, in the time zone of the reader, if the organization wants it', async () => {
    const { clock, alice, carol, dave, weekday, say, digests } = await createDigestWorld()
    await say(carol, 'plums')
    clock.advance(-3_600)
    expect(await digests()).toEqual([])
    clock.advance(3_600)
    await alice.api.updateRealm({ digest_weekday: (weekday + 1) % 7 })
    expect(await digests()).toEqual([])
    await alice.api.updateRealm({ digest_weekday: weekday, digest_emails_enabled: false })
    expect(await digests()).toEqual([])
    await alice.api.updateRealm({ digest_emails_enabled: true })
    await dave.api.updateSettings({ timezone: 'Pacific/Honolulu' })
    expect(await digests()).toEqual([])
    await dave.api.updateSettings({ timezone: zone, message_content_in_email_notifications: false })
    const [email] = await digests()
    expect(email?.text).toContain('one new message')
    expect(email?.text).not.toMatch(/plums|general|Carol/)
    expect((await alice.api.register({ fetch_event_types: ['realm'] })).settings_send_digest_emails).toBe(
      true,
    )
  })

  it('is not sent to people who were here', async () => {
    const { carol, dave, say, digests } = await createDigestWorld()
    await say(carol, 'plums')
    await dave.api.updatePresence({ status: 'active', ping_only: true })
    expect(await digests()).toEqual([])
  })
})

const channelId = async ({ api }: Person) => (await api.getChannelId({ stream: 'general' })).stream_id
