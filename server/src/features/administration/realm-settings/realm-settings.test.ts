import { initialRealmSettings, realmPermissions, realmSettings } from '@loquat/contract'
import {
  bodyWithReason,
  changeRows,
  createWorld,
  eventsPerUser,
  type Person,
  type World,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

async function patch(world: World, as: Person, body: Record<string, string>) {
  const reply = await world.raw('/api/v1/realm', { method: 'PATCH', body: new URLSearchParams(body), as })
  return (await reply.json()) as Record<string, unknown>
}

/** The sent value and the stored value. */
const others: Record<string, [sent: string, value: unknown]> = {
  description: ['About *plums*', 'About *plums*'],
  default_language: ['de', 'de'],
  default_code_block_language: ['rust', 'rust'],
  org_type: ['10', 10],
  new_account_days: ['3', 3],
  new_account_messages: ['20', 20],
  new_account_messages_per_minute: ['5', 5],
  new_account_channels_per_day: ['1', 1],
  new_account_max_links: ['1', 1],
  new_account_max_mentions: ['2', 2],
  new_account_strangers_per_day: ['2', 2],
  second_factor_grace_days: ['3', 3],
  token_max_lifetime_days: ['30', 30],
  waiting_period_threshold: ['3', 3],
  message_content_edit_limit_seconds: ['60', 60],
  message_content_delete_limit_seconds: ['"unlimited"', null],
  move_messages_within_stream_limit_seconds: ['unlimited', null],
  move_messages_between_streams_limit_seconds: ['3600', 3600],
  message_edit_history_visibility_policy: ['none', 'none'],
  message_retention_days: ['30', 30],
  digest_weekday: ['4', 4],
  video_chat_provider: ['0', 0],
  jitsi_server_url: ['"https://meet.example.com"', 'https://meet.example.com'],
  giphy_rating: ['0', 0],
  accent_color: ['#7D3B6E', '#7d3b6e'],
}

describe('PATCH /realm', () => {
  it('changes every setting, publishes it to everyone, and register returns it', async () => {
    const turn = { urls: ['turn:turn.example.com'], secret: 'hush' }
    const world = await createWorld({ config: { turn } })
    const { alice, greta } = world
    for (const [name, initial] of Object.entries(initialRealmSettings)) {
      if (name.endsWith('stream_id') || name.endsWith('channel_id')) continue
      // Turns away the API keys of this test. The tests of tokens change it.
      if (name === 'api_keys_enabled') continue
      const [sent, value] = others[name] ?? [String(!initial), !initial]
      const received = await eventsPerUser({ greta }, async () => {
        const reply = await patch(world, alice, { [name]: sent })
        expect(reply, name).toMatchObject({
          result: 'success',
          [name]: typeof value === 'string' ? 'updated' : value,
        })
      })
      const inDict = 'inDict' in realmSettings[name as keyof typeof realmSettings]
      expect(received.greta?.[0], name).toMatchObject(
        inDict
          ? { type: 'realm', op: 'update_dict', property: 'default', data: { [name]: value } }
          : { type: 'realm', op: 'update', property: name, value },
      )
    }
  })

  it('changes the name, and the holders of each permission', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await eventsPerUser({ carol }, () => alice.api.updateRealm({ name: 'Plumtree' }))
    expect((await carol.api.getServerSettings()).realm_name).toBe('Plumtree')
    const { realm_user_groups: groups = [] } = await alice.api.register()
    const group = (name: string) => groups.find((one) => one.name === name)?.id ?? 0
    for (const [name, row] of Object.entries(realmPermissions)) {
      const wanted = name === 'can_access_all_users_group' ? 'role:members' : 'role:moderators'
      const received = await eventsPerUser({ carol }, async () => {
        const reply = await patch(world, alice, { [name]: JSON.stringify({ new: group(wanted) }) })
        expect(reply, name).toMatchObject({ result: 'success', [name]: group(wanted) })
      })
      expect(received.carol, name).toMatchObject([{ op: 'update_dict', data: { [name]: group(wanted) } }])
      const old = { new: group('role:members'), old: group('role:owners') }
      const stale = await patch(world, alice, { [name]: JSON.stringify(old) })
      expect(stale, name).toMatchObject(bodyWithReason('permission-value-outdated'))
      if ('only' in row) {
        const people = { new: { direct_members: [carol.id], direct_subgroups: [] } }
        const refused = await patch(world, alice, { [name]: JSON.stringify(people) })
        expect(refused).toMatchObject({
          ...bodyWithReason('permission-needs-system-group'),
          setting_name: name,
        })
      }
    }
  })

  it('requires an administrator, and for some settings an owner', async () => {
    const world = await createWorld()
    const { bob, mona } = world
    await expect(mona.api.updateRealm({ mandatory_topics: true })).rejects.toMatchObject(
      withReason('caller-not-administrator'),
    )
    await bob.api.updateRealm({ mandatory_topics: true })
    for (const [name, row] of Object.entries(realmSettings)) {
      if (!('ownerOnly' in row)) continue
      const [sent] = others[name] ?? [String(!row.initial)]
      expect(await patch(world, bob, { [name]: sent }), name).toMatchObject(
        bodyWithReason('organization-setting-denied'),
      )
    }
    for (const [name, row] of Object.entries(realmPermissions)) {
      if (!('ownerOnly' in row)) continue
      const { realm_user_groups: groups = [] } = await bob.api.register()
      const moderators = groups.find((group) => group.name === 'role:moderators')?.id
      const reply = await patch(world, bob, { [name]: JSON.stringify({ new: moderators }) })
      expect(reply, name).toMatchObject(bodyWithReason('organization-setting-denied'))
    }
  })

  it('skips unchanged values, and changes nothing if one value is invalid', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    const received = await eventsPerUser({ carol }, async () => {
      expect(await patch(world, alice, { mandatory_topics: 'false', name: 'Orchard' })).toEqual({
        result: 'success',
        msg: '',
      })
      const bad = { mandatory_topics: 'true', new_stream_announcements_stream_id: '999' }
      expect(await patch(world, alice, bad)).toMatchObject(
        bodyWithReason('organization-setting-channel-not-found'),
      )
    })
    expect(received.carol).toEqual([])
  })

  it('refuses invalid values', async () => {
    const world = await createWorld()
    const cases = [
      ['name', 'x'.repeat(41), 'parameter-invalid'],
      ['description', 'x'.repeat(1001), 'parameter-too-long'],
      ['default_language', 'klingon', 'parameter-invalid'],
      ['org_type', '15', 'parameter-invalid'],
      ['waiting_period_threshold', '-1', 'parameter-invalid'],
      ['message_content_edit_limit_seconds', '0', 'organization-setting-invalid'],
      ['message_content_edit_limit_seconds', '"forever"', 'organization-setting-invalid'],
      ['message_content_delete_limit_seconds', '-5', 'organization-setting-invalid'],
      ['message_retention_days', '0', 'organization-setting-invalid'],
      ['message_retention_days', '-1', 'organization-setting-invalid'],
      ['message_edit_history_visibility_policy', 'some', 'parameter-invalid'],
      ['digest_weekday', '7', 'parameter-invalid'],
      ['video_chat_provider', '9', 'parameter-invalid'],
      ['giphy_rating', '6', 'parameter-invalid'],
      ['accent_color', 'plum', 'parameter-invalid'],
      ['accent_color', '#ffcc00', 'organization-accent-unreadable'],
      ['jitsi_server_url', '"nowhere"', 'organization-meeting-url-invalid'],
      ['mandatory_topics', 'yes', 'parameter-not-json'],
    ] as const
    for (const [name, sent, reason] of cases) {
      const reply = await patch(world, world.alice, { [name]: sent })
      expect(reply, `${name} = ${sent}`).toMatchObject(bodyWithReason(reason))
    }
    const { reason_params: params } = await patch(world, world.alice, { accent_color: '#FFCC00' })
    const { suggestion } = params as { suggestion: string }
    expect(params).toEqual({ color: '#FFCC00', ratio: '1.51', min: 4.5, suggestion })
    expect(await patch(world, world.alice, { accent_color: suggestion })).toMatchObject({ result: 'success' })
  })

  it('accepts channels that the caller can see; the moderation channel must be private', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'den' }], invite_only: true })
    const { stream_id: general } = await carol.api.getChannelId({ stream: 'general' })
    const { stream_id: den } = await carol.api.getChannelId({ stream: 'den' })
    await eventsPerUser({ carol }, () => alice.api.updateRealm({ signup_announcements_stream_id: general }))
    await eventsPerUser({ carol }, () => alice.api.updateRealm({ moderation_request_channel_id: den }))
    await expect(alice.api.updateRealm({ moderation_request_channel_id: general })).rejects.toMatchObject(
      withReason('organization-moderation-channel-public'),
    )
    await expect(alice.api.updateRealm({ signup_announcements_stream_id: 999 })).rejects.toMatchObject(
      withReason('organization-setting-channel-not-found'),
    )
    const received = await eventsPerUser({ carol }, () =>
      alice.api.updateRealm({ signup_announcements_stream_id: -7 }),
    )
    expect(received.carol).toMatchObject([{ property: 'signup_announcements_stream_id', value: -1 }])
    await expect(carol.api.updateChannel({ stream_id: den, is_private: false })).rejects.toMatchObject(
      withReason('channel-privacy-moderation-channel'),
    )
  })

  it('takes effect at once', async () => {
    const { alice, carol } = await createWorld()
    const { id: message_id } = await carol.api.sendMessage({
      type: 'channel',
      to: 'general',
      topic: 'x',
      content: 'hi',
    })
    await alice.api.updateRealm({ allow_message_editing: false })
    await expect(carol.api.updateMessage({ message_id, content: 'x' })).rejects.toMatchObject(
      withReason('message-editing-disabled'),
    )
  })
})

describe('A new waiting period', () => {
  it('adds and removes full members, and publishes them', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    await changeRows(
      world,
      { users: [carol.id] },
      sql`update account set created_at = now() - interval '5 days' where id = ${carol.id}`,
    )
    const fullMembers = async () => {
      const { realm_user_groups: groups = [] } = await dave.api.register()
      return groups.find((group) => group.name === 'role:fullmembers')?.members
    }
    await eventsPerUser({ dave }, () => alice.api.updateRealm({ waiting_period_threshold: 3 }))
    expect(await fullMembers()).toEqual([carol.id])
    await eventsPerUser({ carol, dave }, () => alice.api.updateRealm({ waiting_period_threshold: 7 }))
    expect(await fullMembers()).toEqual([])
    await eventsPerUser({ carol, dave }, () => alice.api.updateRealm({ waiting_period_threshold: 0 }))
    expect(await fullMembers()).toContain(dave.id)
  })
})
