import type { GroupSettingValue, Reason } from '@loquat/contract'
import { bodyWithReason, changeRows, createWorld, type Person, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const permit = (world: World, permission: string, group: number | undefined) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set permissions = permissions || jsonb_build_object(${permission}::text, ${group}::int)
      where subdomain = ''`,
  )

const spectators = (world: World) =>
  changeRows(
    world,
    { realm: true },
    sql`update realm set settings = '{"enable_spectator_access":true}' where subdomain = ''`,
  )

type Options = Omit<Parameters<Person['api']['subscribe']>[0], 'subscriptions'>

async function create(person: Person, name: string, options: Options = {}) {
  await person.api.subscribe({ subscriptions: [{ name }], ...options })
  const { subscriptions } = await person.api.getSubscriptions()
  const id = subscriptions.find((one) => one.name === name)?.stream_id ?? 0
  return (await person.api.getChannel({ stream_id: id })).stream
}

async function groupIds(person: Person): Promise<Record<string, number>> {
  const { realm_user_groups = [] } = await person.api.register({ fetch_event_types: ['realm_user_groups'] })
  return Object.fromEntries(realm_user_groups.map((group) => [group.name, group.id]))
}

describe('A channel that subscribing creates', () => {
  it('has the documented default values', async () => {
    const { carol } = await createWorld()
    const groups = await groupIds(carol)
    const before = Math.floor(Date.now() / 1000)
    const stream = await create(carol, 'plaza')
    expect(stream).toEqual({
      stream_id: expect.any(Number),
      name: 'plaza',
      is_archived: false,
      description: '',
      rendered_description: '',
      date_created: expect.any(Number),
      creator_id: carol.id,
      invite_only: false,
      is_web_public: false,
      stream_post_policy: 1,
      is_announcement_only: false,
      message_retention_days: null,
      history_public_to_subscribers: true,
      first_message_id: null,
      is_recently_active: true,
      stream_weekly_traffic: null,
      folder_id: null,
      can_add_subscribers_group: groups['role:nobody'],
      can_administer_channel_group: { direct_members: [carol.id], direct_subgroups: [] },
      can_remove_subscribers_group: groups['role:administrators'],
      can_send_message_group: groups['role:everyone'],
      can_subscribe_group: groups['role:nobody'],
    })
    expect(stream.date_created).toBeGreaterThanOrEqual(before)
    expect(stream.date_created).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000))
  })

  it('has the requested privacy', async () => {
    const world = await createWorld()
    await spectators(world)
    const cases: [options: Options, privacy: [inviteOnly: boolean, web: boolean, history: boolean]][] = [
      [{}, [false, false, true]],
      [{ history_public_to_subscribers: false }, [false, false, true]],
      [{ invite_only: true }, [true, false, false]],
      [{ invite_only: true, history_public_to_subscribers: false }, [true, false, false]],
      [{ invite_only: true, history_public_to_subscribers: true }, [true, false, true]],
      [{ is_web_public: true }, [false, true, true]],
      [{ is_web_public: true, history_public_to_subscribers: false }, [false, true, true]],
    ]
    for (const [
      n,
      [options, [invite_only, is_web_public, history_public_to_subscribers]],
    ] of cases.entries()) {
      const stream = await create(world.alice, `channel ${n}`, options)
      expect(stream, JSON.stringify(options)).toMatchObject({
        invite_only,
        is_web_public,
        history_public_to_subscribers,
      })
    }
  })

  it('has the requested permissions, in canonical form', async () => {
    const { carol, dave } = await createWorld()
    const groups = await groupIds(carol)
    const set = (direct_members: number[], direct_subgroups: number[]) => ({
      direct_members,
      direct_subgroups,
    })
    const cases: [sent: GroupSettingValue, stored: GroupSettingValue][] = [
      [groups['role:moderators']!, groups['role:moderators']!],
      [set([], []), groups['role:nobody']!],
      [set([], [groups['role:members']!]), groups['role:members']!],
      [set([dave.id, carol.id, dave.id], []), set([carol.id, dave.id], [])],
      [set([dave.id], [groups['role:everyone']!]), set([dave.id], [groups['role:everyone']!])],
    ]
    for (const [n, [sent, stored]] of cases.entries()) {
      const permissions = {
        can_add_subscribers_group: sent,
        can_administer_channel_group: sent,
        can_remove_subscribers_group: sent,
        can_send_message_group: sent,
        can_subscribe_group: sent,
      }
      const stream = await create(carol, `channel ${n}`, permissions)
      for (const name of Object.keys(permissions)) {
        expect(stream[name as keyof typeof permissions], `${name} ${JSON.stringify(sent)}`).toEqual(stored)
      }
    }
  })

  it('presents its posting permission to old clients as a policy', async () => {
    const { carol } = await createWorld()
    const groups = await groupIds(carol)
    const policies = { everyone: 1, administrators: 2, fullmembers: 3, moderators: 4, members: 1, nobody: 1 }
    for (const [name, policy] of Object.entries(policies)) {
      const stream = await create(carol, name, { can_send_message_group: groups[`role:${name}`]! })
      expect(stream.stream_post_policy, name).toBe(policy)
      expect(stream.is_announcement_only, name).toBe(policy === 2)
    }
  })

  it('has a rendered description on one line', async () => {
    const { carol } = await createWorld()
    const description = ' ripe\n*plums* '
    await carol.api.subscribe({ subscriptions: [{ name: 'plaza', description }] })
    const { stream_id } = await carol.api.getChannelId({ stream: 'plaza' })
    const { stream } = await carol.api.getChannel({ stream_id })
    expect(stream.description).toBe(' ripe *plums* ')
    expect(stream.rendered_description).toBe('<p>ripe <em>plums</em> </p>')

    const subscribe = (text: string) =>
      carol.api.subscribe({ subscriptions: [{ name: 'other', description: text }] })
    await expect(subscribe('x'.repeat(1025))).rejects.toMatchObject(withReason('parameter-invalid'))
    await expect(subscribe('a\0b')).rejects.toMatchObject(withReason('parameter-has-null-byte'))
    await subscribe('🍑'.repeat(1024))
  })

  it('has the message retention that an administrator sets', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const days: [sent: string, stored: number | null][] = [
      ['30', 30],
      ['unlimited', -1],
      ['"unlimited"', -1],
      ['realm_default', null],
      ['"realm_default"', null],
    ]
    const post = async (as: Person, name: string, message_retention_days: string) => {
      const subscriptions = JSON.stringify([{ name }])
      const body = new URLSearchParams({ subscriptions, message_retention_days })
      const response = await world.raw('/api/v1/users/me/subscriptions', { method: 'POST', body, as })
      return (await response.json()) as object
    }
    for (const [sent, stored] of days) {
      await post(alice, `for ${sent}`, sent)
      const { stream_id } = await alice.api.getChannelId({ stream: `for ${sent}` })
      const { stream } = await alice.api.getChannel({ stream_id })
      expect(stream.message_retention_days, sent).toBe(stored)
    }
    for (const bad of ['0', '-1', '-5', 'forever', '""']) {
      expect(await post(alice, 'bad', bad), bad).toMatchObject({
        ...bodyWithReason('channel-retention-invalid'),
        var_name: 'message_retention_days',
        bad_value: bad === '""' ? '' : bad,
      })
    }
    for (const bad of ['1.5', 'true', '[]']) {
      expect(await post(alice, 'bad', bad), bad).toMatchObject(bodyWithReason('parameter-invalid'))
    }
    const denied = bodyWithReason('channel-retention-denied')
    expect(await post(carol, 'carols', '30')).toMatchObject(denied)
    expect(await post(carol, 'carols', 'unlimited')).toMatchObject(denied)
    expect(await post(carol, 'carols', 'realm_default')).toMatchObject({ result: 'success' })
    expect(await post(bob, 'bobs', '30')).toMatchObject({ result: 'success' })
    // Properties of new channels have no effect on existing ones, but must be well-formed.
    expect(await post(bob, 'general', '30')).toMatchObject({ result: 'success' })
    expect(await post(bob, 'general', '0')).toMatchObject(bodyWithReason('channel-retention-invalid'))
  })
})

describe('Creating a channel', () => {
  it('refuses disallowed permission values, even if nothing is created', async () => {
    const { carol } = await createWorld()
    const groups = await groupIds(carol)
    const permissions = {
      can_add_subscribers_group: false,
      can_administer_channel_group: false,
      can_remove_subscribers_group: true,
      can_send_message_group: true,
      can_subscribe_group: false,
    }
    const subscribe = (permission: string, value: unknown) =>
      carol.api.subscribe({ subscriptions: [{ name: 'general' }], [permission]: value })
    const set = (direct_members: number[], direct_subgroups: number[]) => ({
      direct_members,
      direct_subgroups,
    })
    for (const [permission, everyone] of Object.entries(permissions)) {
      const bad: [Reason, unknown][] = [
        ['permission-group-not-allowed', groups['role:internet']],
        ['permission-group-not-found', 404_404],
        ['permission-user-not-found', set([404_404], [])],
        ['permission-group-not-found', set([carol.id], [404_404])],
        ['parameter-invalid', { direct_members: [carol.id] }],
        ['parameter-invalid', { direct_subgroups: [] }],
        ['parameter-invalid', 'role:members'],
        ['parameter-invalid', null],
      ]
      if (!everyone) bad.push(['permission-group-not-allowed', groups['role:everyone']])
      for (const [reason, value] of bad) {
        const name = `${permission} ${JSON.stringify(value)}`
        await expect(subscribe(permission, value), name).rejects.toMatchObject(withReason(reason))
      }
      await subscribe(permission, groups['role:nobody'])
      if (everyone) await subscribe(permission, groups['role:everyone'])
    }
  })

  it('requires the permission of the organization for its privacy, from owners as well', async () => {
    const world = await createWorld()
    const { alice, carol, greta } = world
    const groups = await groupIds(alice)
    await permit(world, 'can_create_public_channel_group', groups['role:nobody'])
    const denied = withReason('channel-creation-denied')
    await expect(create(alice, 'a')).rejects.toMatchObject(denied)
    await create(carol, 'private', { invite_only: true })
    await permit(world, 'can_create_private_channel_group', groups['role:moderators'])
    await expect(create(carol, 'b', { invite_only: true })).rejects.toMatchObject(denied)
    await create(alice, 'c', { invite_only: true })
    await expect(create(greta, 'd')).rejects.toMatchObject(withReason('caller-is-guest'))
  })

  it('as web-public requires a setting of the organization, and a permission of its own', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    const groups = await groupIds(alice)
    const web = { is_web_public: true }
    await expect(create(alice, 'a', web)).rejects.toMatchObject(withReason('web-public-channels-disabled'))
    await spectators(world)
    await expect(create(bob, 'b', web)).rejects.toMatchObject(
      withReason('web-public-channel-creation-denied'),
    )
    await expect(create(alice, 'c', { ...web, invite_only: true })).rejects.toMatchObject(
      withReason('web-public-channel-private'),
    )
    await create(alice, 'd', web)
    await permit(world, 'can_create_public_channel_group', groups['role:nobody'])
    await expect(create(alice, 'e', web)).rejects.toMatchObject(withReason('channel-creation-denied'))

    const without = await createWorld({ config: { webPublicChannels: false } })
    await spectators(without)
    await expect(create(without.alice, 'f', web)).rejects.toMatchObject(
      withReason('web-public-channels-disabled'),
    )
  })
})
