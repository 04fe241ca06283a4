import { createHash } from 'node:crypto'
import type { Reason } from '@loquat/contract'
import { Browser, bodyWithReason, changeRows, createWorld, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { createOrganization } from '../../administration/realm-lifecycle/create.ts'
import { look, picture } from '../pictures/testing/fixtures.ts'
import { apiKeyOf } from '../users/api-key.ts'

const goTo = async (world: World, path: string, init: Parameters<World['raw']>[1] = {}) => {
  const response = await world.raw(path, { redirect: 'manual', ...init })
  const { code, reason } = response.status === 302 ? {} : ((await response.json()) as Record<string, unknown>)
  return { status: response.status, code, reason, location: response.headers.get('location') }
}
const hash = (text: string) => createHash('md5').update(text.toLowerCase()).digest('hex')
const unknown = '/static/pictures/unknown-user.png'

describe('GET /avatar', () => {
  it('redirects to the avatar of a user by ID or email address, and keeps the query', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    const { avatar_url } = await carol.api.setAvatar({}, { files: [await picture('me.png')] })
    const medium = avatar_url.replace('.png', '-medium.png')
    await dave.api.updateSettings({ email_address_visibility: 5 })
    const external = `https://secure.gravatar.com/avatar/${hash('dave@example.com')}?d=identicon&version=1`
    const rows: [string, string][] = [
      [`${carol.id}`, avatar_url],
      [`${carol.id}/medium`, medium],
      [`${carol.id}?x=1&y=a%20b`, `${avatar_url}?x=1&y=a+b`],
      ['CAROL%40example.com', avatar_url],
      ['carol@example.com/medium', medium],
      [`user${carol.id}@loquat.invalid`, avatar_url],
      [`${dave.id}`, external],
      [`${dave.id}/medium?x=1`, `${external}&s=500&x=1`],
      // Callers who may not see an address get the picture of an unknown user.
      ['dave@example.com', external],
      [
        'Nobody%40example.com',
        `https://secure.gravatar.com/avatar/${hash('nobody@example.com')}?d=identicon&version=1`,
      ],
      ['404404', unknown],
      [`${'9'.repeat(40)}/medium`, '/static/pictures/unknown-user-medium.png'],
    ]
    for (const [who, location] of rows) {
      expect(await goTo(world, `/avatar/${who}`, { as: greta }), who).toMatchObject({ status: 302, location })
      const key = `${who.includes('?') ? '&' : '?'}api_key=${greta.apiKey}`
      expect(await goTo(world, `/avatar/${who}${key}`), `${who} by key`).toMatchObject({
        status: 302,
        location,
      })
    }
    const browser = new Browser(world)
    await browser.logIn(greta)
    const inBrowser = await browser.send(`GET /avatar/${carol.id}`)
    expect([inBrowser.status, inBrowser.headers.get('location')]).toEqual([302, avatar_url])
    expect((await world.raw(`/avatar/${carol.id}`, { as: greta })).headers.get('content-type')).toBe(
      'image/png',
    )
    expect((await goTo(world, `/avatar/${carol.id}`, { as: greta, method: 'HEAD' })).status).toBe(302)
  })

  it('requires authentication', async () => {
    const world = await createWorld()
    const { alice, carol, dave, greta } = world
    const elsewhere = await createOrganization(world.app, {
      subdomain: 'elsewhere',
      name: 'Elsewhere',
      owner: { email: 'eve@example.com', fullName: 'Eve', password: 'loquats ripen in spring' },
    })
    const eve = [...(elsewhere?.directory.activeUsers() ?? [])].find((user) => !user.isSystemBot)
    const path = `/avatar/${alice.id}`
    const rows: [string, string, Reason][] = [
      ['no credentials', path, 'picture-authentication-required'],
      ['no credentials, by address', '/avatar/alice@example.com', 'picture-authentication-required'],
      ['a malformed key', `${path}?api_key=short`, 'api-key-invalid'],
      ['an empty key', `${path}?api_key=`, 'api-key-invalid'],
      ['an unknown key', `${path}?api_key=${'a'.repeat(32)}`, 'api-key-invalid'],
      [
        'a key of another organization',
        `${path}?api_key=${eve && apiKeyOf(world.app.sealer, eve)}`,
        'account-in-other-organization',
      ],
    ]
    for (const [label, url, reason] of rows) {
      expect(await goTo(world, url), label).toMatchObject(withReason(reason))
    }
    const wrong = { ...carol, apiKey: dave.apiKey }
    expect(await goTo(world, path, { as: wrong })).toMatchObject(withReason('credentials-invalid'))
    await alice.api.deactivateUser({ user_id: dave.id })
    const byKey = `${path}?api_key=${dave.apiKey}`
    expect(await goTo(world, byKey)).toMatchObject(withReason('account-deactivated'))
    await changeRows(
      world,
      { users: [greta.id] },
      sql`update account set bot_type = 2 where id = ${greta.id}`,
    )
    const webhookBot = withReason('caller-is-webhook-bot')
    expect(await goTo(world, path, { as: greta })).toMatchObject(webhookBot)
    expect(await goTo(world, `${path}?api_key=${greta.apiKey}`)).toMatchObject(webhookBot)
    await changeRows(world, { realm: true }, sql`update realm set deactivated = true where subdomain = ''`)
    const deactivated = await goTo(world, `${path}?api_key=${carol.apiKey}`)
    expect(deactivated).toMatchObject(withReason('organization-deactivated'))
  })

  it('is public by ID in organizations with spectators, up to a thousand times a day', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    const { alice, carol } = world
    const path = `/avatar/${carol.id}`
    const anonymous = withReason('picture-authentication-required')
    expect(await goTo(world, path)).toMatchObject(anonymous)
    await alice.api.updateRealm({ enable_spectator_access: true })
    const [{ stream_id } = { stream_id: 0 }] = (await alice.api.getChannels()).streams
    await alice.api.updateChannel({ stream_id, is_web_public: true })
    expect((await goTo(world, path)).status).toBe(302)
    expect(await goTo(world, '/avatar/carol@example.com')).toMatchObject(anonymous)
    expect(await goTo(world, '/avatar/404404')).toMatchObject({ status: 302, location: unknown })
    for (let n = 1; n < 1_000; n++)
      world.app.limiter.take('spectatorAvatar', `${(await world.app.realms.byHost(''))?.id} ${carol.id}`)
    expect(await goTo(world, path)).toMatchObject(withReason('rate-limit-exceeded'))
    expect((await goTo(world, `/avatar/${alice.id}`)).status).toBe(302)
    expect((await goTo(world, path, { as: alice })).status).toBe(302)
  })
})

describe('Built-in pictures', () => {
  it('are the avatars of system bots and unknown users; other paths are not found', async () => {
    const world = await createWorld()
    const { cross_realm_bots = [] } = await world.carol.api.register({})
    expect(cross_realm_bots.map((bot) => bot.avatar_url).sort()).toEqual([
      '/static/pictures/email-gateway.png',
      '/static/pictures/notification-bot.png',
      '/static/pictures/welcome-bot.png',
    ])
    for (const bot of cross_realm_bots) {
      expect(await look(world, bot.avatar_url ?? ''), bot.full_name).toMatchObject({
        width: 100,
        height: 100,
      })
    }
    expect(await look(world, '/static/pictures/unknown-user-medium.png')).toMatchObject({
      width: 500,
      height: 500,
    })
    const emoji = '/static/generated/emoji/images/emoji/unicode/chat.png'
    expect(await look(world, emoji)).toMatchObject({ status: 200, format: 'png' })

    const paths = [
      '/static/pictures/nothing.png',
      '/static/pictures/toString.png',
      '/static/pictures/logo.svg',
      '/user_avatars/',
      '/user_avatars/2',
      '/user_avatars/2/nothing.png',
      '/user_avatars/2/nothing.html',
      '/user_avatars/..%2f..%2fpackage.json.png',
      '/user_avatars/2/%00.png',
      '/user_avatars//x.png',
    ]
    for (const path of paths) {
      const response = await world.raw(path)
      expect(await response.json(), path).toMatchObject(bodyWithReason('picture-not-found'))
    }
    const outside = await world.raw('/static/pictures/%2e%2e')
    expect(await outside.json()).toMatchObject(bodyWithReason('path-not-found'))
  })
})
