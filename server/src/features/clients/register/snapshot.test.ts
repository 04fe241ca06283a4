import { changeRows, createWorld, type Person, sendChannelMessage, sendDirectMessage } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

const fetch = (person: Person, ...fetch_event_types: string[]) => person.api.register({ fetch_event_types })
const names = (list: readonly { name: string }[] | undefined) => list?.map((one) => one.name)

const always = ['chat_feature_level', 'chat_merge_base', 'chat_version', 'last_event_id', 'queue_id']

describe('A register response', () => {
  it('contains the data of the requested types, and nothing else', async () => {
    const { carol } = await createWorld()
    const cases: [types: string[], keys: string[]][] = [
      [[], []],
      [['nonsense'], []],
      [['message'], ['max_message_id']],
      [
        ['message', 'update_message_flags'],
        ['max_message_id', 'unread_msgs'],
      ],
      [['starred_messages'], ['starred_messages']],
      [['recent_private_conversations'], ['recent_private_conversations']],
      [['stream'], ['streams']],
      [['subscription'], ['never_subscribed', 'subscriptions', 'unsubscribed']],
      [['realm_user_groups'], ['realm_user_groups']],
      [['user_settings'], ['user_settings']],
    ]
    for (const [types, keys] of cases) {
      const expected = [...always, ...keys].sort()
      // Clients of the old name for the server get the version under that name, too.
      const shown = (state: object) => Object.keys(state).filter((key) => !key.startsWith('zulip_'))
      expect(shown(await fetch(carol, ...types)).sort(), types.join()).toEqual(expected)
      const byEvents = await carol.api.register({ event_types: types })
      expect(shown(byEvents).sort(), types.join()).toEqual(expected)
    }
    const both = await carol.api.register({ event_types: ['stream'], fetch_event_types: ['message'] })
    expect('streams' in both).toBe(false)
    expect(both.max_message_id).toBe(-1)
    const everything = await carol.api.register()
    for (const key of cases.flatMap(([, keys]) => keys)) expect(everything, key).toHaveProperty(key)
    expect(everything).toMatchObject({
      max_stream_name_length: 60,
      max_stream_description_length: 1024,
      max_message_length: 10_000,
      max_topic_length: 60,
      realm_empty_topic_display_name: 'general chat',
      server_typing_started_wait_period_milliseconds: 30_000,
      server_typing_stopped_wait_period_milliseconds: 12_000,
      server_typing_started_expiry_period_milliseconds: 45_000,
    })
  })

  it('contains the users, and the role and permissions of the caller', async () => {
    const world = await createWorld()
    const { alice, bob, mona, carol, dave, greta } = world
    await changeRows(
      world,
      { users: [dave.id] },
      sql`update account set is_active = false where id = ${dave.id}`,
    )
    const ascending = [alice, bob, mona, carol, greta].map((one) => one.id).sort((a, b) => a - b)
    const rights: [person: Person, creates: boolean, role: object][] = [
      [alice, true, { is_owner: true, is_admin: true, is_moderator: false, is_guest: false }],
      [bob, true, { is_owner: false, is_admin: true, is_moderator: false, is_guest: false }],
      [mona, true, { is_owner: false, is_admin: false, is_moderator: true, is_guest: false }],
      [carol, true, { is_owner: false, is_admin: false, is_moderator: false, is_guest: false }],
      [greta, false, { is_owner: false, is_admin: false, is_moderator: false, is_guest: true }],
    ]
    for (const [person, creates, role] of rights) {
      const state = await fetch(person, 'realm_user')
      expect(state).toMatchObject({
        user_id: person.id,
        email: person.email,
        delivery_email: person.email,
        can_create_streams: creates,
        can_create_public_streams: creates,
        can_create_private_streams: creates,
        can_create_web_public_streams: false,
        can_invite_others_to_realm: creates,
        ...role,
      })
      expect(state.realm_users?.map((user) => user.user_id)).toEqual(ascending)
      expect(state.realm_non_active_users?.map((user) => user.user_id)).toEqual([dave.id])
      expect(state.cross_realm_bots?.every((bot) => bot.is_bot && bot.is_system_bot)).toBe(true)
      expect(state.cross_realm_bots).toHaveLength(3)
    }
  })

  it('contains the members of system groups', async () => {
    const { alice, bob, mona, carol, dave, greta } = await createWorld()
    for (const viewer of [alice, greta]) {
      const { realm_user_groups: groups = [] } = await fetch(viewer, 'realm_user_groups')
      const byId = new Map(groups.map((group) => [group.id, group.name]))
      const shown = groups.map((group) => [
        group.name,
        group.members,
        group.direct_subgroup_ids.map((id) => byId.get(id)),
      ])
      const members = [carol.id, dave.id].sort((a, b) => a - b)
      expect(shown).toEqual([
        ['role:nobody', [], []],
        ['role:owners', [alice.id], []],
        ['role:administrators', [bob.id], ['role:owners']],
        ['role:moderators', [mona.id], ['role:administrators']],
        ['role:fullmembers', members, ['role:moderators']],
        ['role:members', members, ['role:fullmembers']],
        ['role:everyone', [greta.id], ['role:members']],
        ['role:internet', [], ['role:everyone']],
      ])
      const ids = groups.map((group) => group.id)
      expect(ids).toEqual(ids.toSorted((a, b) => a - b))
      for (const group of groups) {
        expect(group).toMatchObject({ is_system_group: true, creator_id: null, date_created: null })
        expect(group.can_mention_group).toBe(ids[0])
      }
    }
  })

  it('counts new members as full members only after the waiting period', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const waiting = sql`update realm set settings = '{"waiting_period_threshold":3}' where subdomain = ''`
    await changeRows(world, { realm: true }, waiting)
    const old = sql`update account set created_at = now() - interval '3 days 1 minute' where id = ${dave.id}`
    await changeRows(world, { users: [dave.id] }, old)
    const { realm_user_groups: groups } = await fetch(carol, 'realm_user_groups')
    const members = (name: string) => groups?.find((group) => group.name === name)?.members
    expect(members('role:fullmembers')).toEqual([dave.id])
    expect(members('role:members')).toEqual([carol.id, dave.id].sort((a, b) => a - b))
  })
})

/** Alice makes channels of every kind with Dave in them; Carol and Greta were in some and left. */
async function createChannels() {
  const world = await createWorld()
  const { alice, carol, dave, greta } = world
  const spectators = sql`update realm set settings = '{"enable_spectator_access":true}' where subdomain = ''`
  await changeRows(world, { realm: true }, spectators)
  const kinds = {
    public: {},
    'web-public': { is_web_public: true },
    private: { invite_only: true },
    joinable: {
      invite_only: true,
      can_subscribe_group: { direct_members: [carol.id, greta.id], direct_subgroups: [] },
    },
  }
  for (const [kind, options] of Object.entries(kinds)) {
    const [left, never] = [{ name: `left ${kind}` }, { name: `never ${kind}` }]
    const principals = [dave.id]
    await alice.api.subscribe({ subscriptions: [left, never], principals, ...options })
    const guests = { subscriptions: [left], principals: [carol.id, greta.id] }
    await dave.api.subscribe(guests)
    await alice.api.unsubscribe({ ...guests, subscriptions: [left.name] })
  }
  await alice.api.subscribe({ subscriptions: [{ name: 'archived' }], principals: [carol.id] })
  const { stream_id } = await alice.api.getChannelId({ stream: 'archived' })
  const archive = sql`update channel set is_archived = true where id = ${stream_id}`
  await changeRows(world, { channels: [stream_id] }, archive)
  return world
}

describe('The channels of a register response', () => {
  it('are in one of three lists: subscribed, formerly subscribed, or never subscribed', async () => {
    const { bob, mona, carol, greta } = await createChannels()
    const lists = async (person: Person) => {
      const { subscriptions, unsubscribed, never_subscribed, streams } = await fetch(
        person,
        'subscription',
        'stream',
      )
      const all = [subscriptions, unsubscribed, never_subscribed].flatMap((list) => names(list) ?? [])
      expect(all.sort()).toEqual(names(streams))
      return [subscriptions, unsubscribed, never_subscribed].map(names)
    }
    const left = (...kinds: string[]) => kinds.map((kind) => `left ${kind}`)
    const never = (...kinds: string[]) => kinds.map((kind) => `never ${kind}`)
    const everyKind = ['joinable', 'private', 'public', 'web-public']
    expect(await lists(bob)).toEqual([['general'], [], [...left(...everyKind), ...never(...everyKind)]])
    const open = ['public', 'web-public']
    expect(await lists(mona)).toEqual([['general'], [], [...left(...open), ...never(...open)]])
    expect(await lists(carol)).toEqual([['general'], left('joinable', ...open), never('joinable', ...open)])
    expect(await lists(greta)).toEqual([['general'], left('web-public'), never('web-public')])
  })

  it('include archived ones only for clients that support them', async () => {
    const { carol } = await createChannels()
    const state = await carol.api.register({ client_capabilities: { archived_channels: true } })
    expect(names(state.subscriptions)).toEqual(['archived', 'general'])
    expect(names(state.streams)).toContain('archived')
    const { subscriptions, streams } = await carol.api.register()
    expect(names([...(subscriptions ?? []), ...(streams ?? [])])).not.toContain('archived')
  })

  it('contain the subscribers only on request', async () => {
    const { carol, dave, greta } = await createChannels()
    const plain = await carol.api.register()
    for (const list of [plain.subscriptions, plain.unsubscribed, plain.never_subscribed]) {
      expect(list?.some((channel) => 'subscribers' in channel)).toBe(false)
    }
    for (const person of [carol, greta]) {
      const { unsubscribed, never_subscribed } = await person.api.register({ include_subscribers: true })
      for (const channel of [...(unsubscribed ?? []), ...(never_subscribed ?? [])]) {
        expect(channel.subscribers, channel.name).toEqual([dave.id])
      }
    }
  })

  it('have resolved settings for clients that do not support inherited ones', async () => {
    const world = await createWorld()
    const { carol } = world
    const settings = { enable_stream_push_notifications: true, enable_stream_audible_notifications: false }
    const change = sql`update account set settings = ${JSON.stringify(settings)}::jsonb where id = ${carol.id}`
    await changeRows(world, { users: [carol.id] }, change)
    const own = async (notification_settings_null: boolean) => {
      const state = await carol.api.register({ client_capabilities: { notification_settings_null } })
      return state.subscriptions?.[0]
    }
    expect(await own(true)).toMatchObject({
      desktop_notifications: null,
      email_notifications: null,
      push_notifications: null,
      audible_notifications: null,
      wildcard_mentions_notify: null,
    })
    expect(await own(false)).toMatchObject({
      desktop_notifications: false,
      email_notifications: false,
      push_notifications: true,
      audible_notifications: false,
      wildcard_mentions_notify: null,
    })
  })
})

describe('The messages of a register response', () => {
  it('end with the highest received ID', async () => {
    const { alice, bob, carol } = await createWorld()
    const newest = async () => (await fetch(carol, 'message')).max_message_id
    expect(await newest()).toBe(-1)
    const received = await sendChannelMessage(alice, 'general')
    await sendDirectMessage(alice, bob)
    expect(await newest()).toBe(received)
    const own = await sendDirectMessage(carol, carol)
    expect(await newest()).toBe(own)
    await carol.api.unsubscribe({ subscriptions: ['general'] })
    await sendChannelMessage(alice, 'general')
    expect(await newest()).toBe(own)
  })

  it('include the starred IDs in ascending order', async () => {
    const { alice, carol } = await createWorld()
    const ids = [
      await sendChannelMessage(alice, 'general'),
      await sendDirectMessage(alice, carol),
      await sendChannelMessage(carol, 'general'),
    ]
    const starred = async () => (await fetch(carol, 'starred_messages')).starred_messages
    const change = (op: 'add' | 'remove', ...messages: number[]) =>
      carol.api.updateMessageFlags({ op, flag: 'starred', messages })
    expect(await starred()).toEqual([])
    await change('add', ids[2]!)
    await change('add', ids[0]!, ids[1]!)
    expect(await starred()).toEqual(ids)
    await change('remove', ids[1]!)
    expect(await starred()).toEqual([ids[0], ids[2]])
  })

  it('include the conversations, the most recent first', async () => {
    const { alice, bob, carol, dave } = await createWorld()
    await sendDirectMessage(alice, carol)
    const self = await sendDirectMessage(carol, carol)
    const group = await sendDirectMessage(bob, dave, carol)
    await sendDirectMessage(alice, bob)
    const pair = await sendDirectMessage(carol, alice)
    const { recent_private_conversations } = await fetch(carol, 'recent_private_conversations')
    expect(recent_private_conversations).toEqual([
      { user_ids: [alice.id], max_message_id: pair },
      { user_ids: [bob.id, dave.id].sort((a, b) => a - b), max_message_id: group },
      { user_ids: [], max_message_id: self },
    ])
  })
})
