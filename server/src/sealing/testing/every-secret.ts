import { Browser, keyOfLink, type World } from '@loquat/devkit'
import { codeFor, connect } from '../../features/administration/oauth/testing/connect.ts'
import {
  afterPassword,
  setUpTotp,
} from '../../features/administration/second-factors/testing/authenticator-app.ts'
import { uploaded } from '../../features/conversation/uploads/testing/fixtures.ts'

const encodings = ['utf8', 'base64', 'base64url', 'hex'] as const

/** The secrets that a text contains, in any form. */
export const foundIn = (text: string, secrets: Record<string, string>) =>
  Object.entries(secrets).flatMap(([name, secret]) =>
    encodings
      .filter((encoding) => text.includes(Buffer.from(secret).toString(encoding).replace(/=+$/, '')))
      .map((encoding) => `${name} (${encoding})`),
  )

/** Does everything that hands out a secret, without running the jobs that it enqueues. */
export async function useEverySecret(world: World): Promise<Record<string, string>> {
  const { alice, bob, carol, dave, anyone } = world
  const secrets: Record<string, string> = {}
  for (const name of ['alice', 'bob', 'mona', 'carol', 'dave', 'greta'] as const) {
    secrets[`API key of ${name}`] = world[name].apiKey
  }
  secrets['new API key'] = (await dave.api.regenerateApiKey()).api_key

  const { token } = await carol.api.createToken({ name: 'Report' })
  secrets.token = token
  secrets['the rest of a token'] = token.slice(8)

  const { app_id, client_id, client_secret } = await alice.api.registerApp({
    name: 'Calendar',
    redirect_uris: ['https://app.example/callback'],
    scopes: ['messages:read', 'users:read'],
    is_confidential: true,
  })
  const connected = { id: app_id, clientId: client_id, secret: client_secret }
  const unused = await codeFor(world, carol, connected)
  const issued = await connect(world, carol, connected)
  secrets['client secret'] = client_secret ?? ''
  secrets['authorization code'] = unused.code
  secrets['code verifier'] = unused.verifier
  secrets['access token'] = issued.access_token
  secrets['the rest of an access token'] = issued.access_token.slice(8)
  secrets['refresh token'] = issued.refresh_token
  secrets['family of refresh tokens'] = issued.refresh_token.slice(4, 28)

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

  secrets['audit webhook'] = (
    await alice.api.setAuditWebhook({ url: 'https://hook.example/a-secret-path' })
  ).secret
  secrets['URL of the audit webhook'] = 'https://hook.example/a-secret-path'

  secrets['key of the summary service'] = 'sk-a-key-for-summaries'
  await alice.api.setSummaryService({
    base_url: 'https://models.example/v1',
    api_key: secrets['key of the summary service'],
    model: 'small',
  })

  const totp = await setUpTotp(world, world.mona)
  secrets['TOTP secret'] = totp.secret
  secrets['recovery code'] = totp.recoveryCodes[0]!.replaceAll('-', '')
  secrets['recovery code as shown'] = totp.recoveryCodes[0]!
  const { browser: second } = await afterPassword(world, world.mona)
  secrets['pending login'] = second.cookies.get('loquat_pending') ?? ''
  const { browser: third } = await afterPassword(world, world.mona)
  await third.send('POST /login/verify', { code: totp.code(), remember_browser: 'on' })
  secrets['remembered browser'] = third.cookies.get('loquat_browser') ?? ''

  const { url } = await uploaded(carol)
  const { url: temporary } = (await (await world.raw(`/api/v1${url}`, { as: carol })).json()) as {
    url: string
  }
  secrets['temporary link'] = temporary.split('/').at(-2) ?? ''
  return secrets
}
