import { randomBytes } from 'node:crypto'
import type { Api } from '@loquat/client'
import { createMailbox, createWorld, keyInEmail, pendingEvents, testConfig, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createApp } from '../create-app.ts'
import { createLogger } from '../platform/logger.ts'
import { Sealer } from '../platform/sealer.ts'
import { openKeys } from './open-keys.ts'
import { sealStoredSecrets } from './seal-stored-secrets.ts'
import { dumpOf, unsealAll } from './testing/fixtures.ts'

/** Starts as a server does, and ends again. */
async function start(world: World, config = testConfig()): Promise<void> {
  const app = await createApp(config, world.database, { logger: createLogger('error') })
  await app.close()
}

/** An organization with every kind of secret, stored as an earlier version did. */
async function oldWorld() {
  const mailbox = await createMailbox()
  const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
  const { alice, carol, anyone } = world
  const { queue_id, last_event_id } = await alice.api.register()
  const webhook = { full_name: 'Hook', short_name: 'hook', bot_type: 3, payload_url: 'https://hook.example/' }
  const config_data = { token: 'a-token-for-another-service' }
  const bot = await alice.api.createBot({ ...webhook, config_data })
  const { invite_link } = await alice.api.createInvitationLink({ stream_ids: [] })
  await anyone.requestPasswordReset({ email: carol.email })
  await unsealAll(world)
  const secrets = [
    alice.apiKey,
    bot.api_key,
    config_data.token,
    invite_link.split('/').at(-2) ?? '',
    '/reset/',
  ]
  const dump = await dumpOf(world)
  expect(secrets.filter((secret) => !dump.includes(secret))).toEqual([])
  const events = (api: Api) => pendingEvents(api, queue_id ?? '', last_event_id ?? -1)
  return { world, mailbox, secrets, bot, invite_link, events }
}

describe('The secrets of an earlier version', () => {
  it('are sealed by the first start, also by concurrent ones, and still work', async () => {
    const { world, mailbox, secrets, bot, invite_link, events } = await oldWorld()
    const { alice, carol, anyone } = world
    await Promise.all([start(world), start(world), start(world)])
    const dump = await dumpOf(world)
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([])

    const node = await world.secondNode()
    expect((await node.as(alice).getOwnUser()).user_id).toBe(alice.id)
    const { realm_bots = [] } = await node.as(alice).register({ fetch_event_types: ['realm_bot'] })
    expect(realm_bots).toMatchObject([{ api_key: bot.api_key, services: [{ token: expect.any(String) }] }])
    expect((await node.as(alice).getInvitations()).invites).toMatchObject([{ link_url: invite_link }])
    expect(await events(node.as(alice))).toMatchObject([
      { type: 'realm_user' },
      {},
      {},
      { bot: { api_key: bot.api_key } },
      {},
    ])
    const key = keyInEmail((await mailbox.emails(world))[0], '/reset/')
    expect((await anyone.getPasswordReset({ key })).email).toBe(carol.email)
  })

  it('are sealed by the next start after an interruption', async () => {
    const { world, secrets } = await oldWorld()
    const { app } = world
    let left = 3
    const dying = new Sealer(testConfig().secretKeys)
    const seal = dying.seal.bind(dying)
    dying.seal = (purpose, text) => {
      if (purpose !== 'api key' && left-- <= 0) throw new Error('killed')
      return seal(purpose, text)
    }
    await expect(sealStoredSecrets(app.database.db, dying)).rejects.toThrow('killed')
    const between = await dumpOf(world)
    expect(secrets.some((secret) => between.includes(secret))).toBe(true)
    await start(world)
    const dump = await dumpOf(world)
    expect(secrets.filter((secret) => dump.includes(secret))).toEqual([])
  })
})

describe('A new secret key', () => {
  const [oldKey] = testConfig().secretKeys
  const newKey = randomBytes(32)
  const withKeys = (...secretKeys: Buffer[]) => testConfig({ secretKeys })

  it('is refused without the old one, with one sentence', async () => {
    const world = await createWorld()
    await expect(start(world, withKeys(newKey))).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(
        /^The data of this database was encrypted with another secret key: .*\.$/,
      ),
    })
    await expect(start(world, testConfig({ secretKeys: [], dataDir: '/nowhere' }))).rejects.toMatchObject({
      name: 'StartError',
      message:
        'The secret key of this database is missing: restore /nowhere/secret-key from a backup, or set LOQUAT_SECRET_KEY.',
    })
    await start(world)
  })

  it('replaces the old one if both are given, and then suffices', async () => {
    const world = await createWorld({ config: withKeys(oldKey!) })
    const { alice, app } = world
    const bot = await alice.api.createBot({ full_name: 'Bot', short_name: 'bot', config_data: { a: 'b' } })
    await start(world, withKeys(newKey, oldKey!))
    expect(await dumpOf(world)).not.toContain(app.sealer.prefix)
    await start(world, withKeys(newKey))
    await expect(start(world, withKeys(oldKey!))).rejects.toMatchObject({ name: 'StartError' })
    const sealer = new Sealer([newKey])
    const row = await app.database.db
      .selectFrom('account')
      .select('api_key_sealed')
      .where('id', '=', bot.user_id)
      .executeTakeFirstOrThrow()
    expect(sealer.open('api key', row.api_key_sealed ?? '')).toBe(bot.api_key)
  })

  it('requires the old one until everything is sealed with it', async () => {
    const world = await createWorld()
    const dying = new Sealer([newKey, oldKey!])
    dying.seal = () => {
      throw new Error('killed')
    }
    await openKeys(world.app.database.db, withKeys(newKey, oldKey!))
    await expect(sealStoredSecrets(world.app.database.db, dying)).rejects.toThrow('killed')
    for (const key of [newKey, oldKey!]) {
      await expect(start(world, withKeys(key))).rejects.toMatchObject({
        message: expect.stringContaining('the new key and the old one, separated by a comma'),
      })
    }
    await start(world, withKeys(newKey, oldKey!))
    await start(world, withKeys(newKey))
  })
})
