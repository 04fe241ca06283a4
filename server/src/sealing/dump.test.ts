import {
  Browser,
  createMailbox,
  createWorld,
  keyInEmail,
  keyOfLink,
  runJobs,
  testSecretKey,
  type World,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { uploaded } from '../features/conversation/uploads/testing/fixtures.ts'
import { serverSecret } from '../sessions/store.ts'
import { dumpOf } from './testing/fixtures.ts'

const encodings = ['utf8', 'base64', 'base64url', 'hex'] as const

/** The secrets that the dump contains, in any form. */
const foundIn = (dump: string, secrets: Record<string, string>) =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    encodings
      .filter((encoding) => dump.includes(Buffer.from(secret).toString(encoding).replace(/=+$/, '')))
      .map((encoding) => `${name} (${encoding})`),
  )

/** Does everything that hands out a secret, without running the jobs that it enqueues. */
async function useEverySecret(world: World): Promise<Record<string, string>> {
  const { alice, bob, carol, dave, anyone } = world
  const secrets: Record<string, string> = {}
  for (const name of ['alice', 'bob', 'mona', 'carol', 'dave', 'greta'] as const) {
    secrets[`API key of ${name}`] = world[name].apiKey
  }
  secrets['new API key'] = (await dave.api.regenerateApiKey()).api_key

  // New accounts get no email about logins.
  world.clock.advance(120)
  const browser = new Browser(world)
  await browser.logIn(carol)
  secrets.session = browser.cookies.get('loquat_session') ?? ''
  secrets['CSRF token'] = browser.cookies.get('loquat_csrf') ?? ''

  const webhook = { full_name: 'Hook', short_name: 'hook', bot_type: 3, payload_url: 'https://hook.example/' }
  const config_data = { token: 'a-token-for-another-service' }
  const { user_id, api_key } = await bob.api.createBot({ ...webhook, config_data })
  secrets['API key of a bot'] = api_key
  secrets['new API key of a bot'] = (await bob.api.regenerateBotApiKey({ bot_id: user_id })).api_key
  const { realm_bots = [] } = await bob.api.register({ fetch_event_types: ['realm_bot'] })
  secrets['webhook token'] = realm_bots.find((bot) => bot.user_id === user_id)?.services[0]?.token ?? ''
  secrets['bot config'] = config_data.token

  await alice.api.sendInvitations({ invitee_emails: 'ina@example.com', stream_ids: [] })
  const { invite_link } = await alice.api.createInvitationLink({ stream_ids: [] })
  secrets['invitation link'] = keyOfLink(invite_link)
  await anyone.requestJoining({ email: 'lin@example.com', key: secrets['invitation link'] })
  await anyone.requestPasswordReset({ email: carol.email })
  await world.person(dave.id).api.updateSettings({ email: 'new-dave@example.com' })
  await alice.api.requestExport({})

  const { url } = await uploaded(carol)
  const { url: temporary } = (await (await world.raw(`/api/v1${url}`, { as: carol })).json()) as {
    url: string
  }
  secrets['temporary link'] = temporary.split('/').at(-2) ?? ''
  return secrets
}

describe('A dump of the database', () => {
  it('contains no secret that the server issued', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { app, alice } = world
    const secrets = await useEverySecret(world)
    const dumpWithJobs = await dumpOf(world)

    const emails = await mailbox.emails(world)
    const emailTo = (email: string) => emails.find(({ recipients }) => recipients.includes(email))
    secrets.invitation = keyInEmail(emailTo('ina@example.com'), '/join/')
    secrets['join link'] = keyInEmail(emailTo('lin@example.com'), '/join/')
    secrets['email confirmation'] = keyInEmail(emailTo('new-dave@example.com'), '/confirm-email/')
    const reset = emails.find(({ text }) => text.includes('/reset/'))
    secrets['password reset'] = keyInEmail(reset, '/reset/')
    const login = emails.find(({ text }) => text.includes('/unsubscribe/'))
    secrets['unsubscribe link'] = keyInEmail(login, '/unsubscribe/').replace(/^\d+-/, '')
    await runJobs(world)
    const [{ export_url } = { export_url: null }] = (await alice.api.getExports()).exports
    secrets['export download'] = keyOfLink(export_url ?? '').replace(/^\d+-|\.zip$/g, '')

    const vapid = JSON.parse(await serverSecret(app.database.db, app.sealer, 'web-push')) as { d: string }
    secrets['VAPID key'] = vapid.d
    secrets['signing secret'] = await serverSecret(app.database.db, app.sealer, 'signing')
    secrets['secret key'] = Buffer.from(testSecretKey, 'base64').toString()

    for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(15)
    const dump = await dumpOf(world)
    expect(dump, 'the dump is one').toContain(alice.email)
    expect(foundIn(dumpWithJobs, secrets)).toEqual([])
    expect(foundIn(dump, secrets)).toEqual([])
  })
})
