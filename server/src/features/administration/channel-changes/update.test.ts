import type { Reason } from '@loquat/contract'
import { changeRows, eventsPerUser, eventTypesOf, type Person, type World, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { channel, updates, withChannels } from './testing/channels.ts'

const group = async ({ app }: World, name: string) => {
  const realm = await app.realms.byHost('')
  return [...(realm?.directory.groups.values() ?? [])].find((one) => one.name === name)?.id ?? 0
}

const lastNotice = async (person: Person, name: string) => {
  const narrow = [
    { operator: 'channel', operand: name },
    { operator: 'topic', operand: 'channel events' },
  ]
  const view = { anchor: 'newest', num_before: 1, num_after: 0, narrow, apply_markdown: false }
  return (await person.api.getMessages(view)).messages[0]?.content
}

describe('The permission to change a channel', () => {
  it('is held by administrators and channel administrators; only readers get the reason of a denial', async () => {
    const { alice, carol, dave, mona, greta, plaza, den } = await withChannels()
    await alice.api.updateChannel({ stream_id: den, description: 'by an administrator outside' })
    await carol.api.updateChannel({ stream_id: plaza, description: 'by its creator' })
    const attempt = (person: Person, stream_id: number) =>
      person.api.updateChannel({ stream_id, description: 'x' })
    await expect(attempt(dave, plaza)).rejects.toMatchObject(withReason('channel-administration-denied'))
    await expect(attempt(mona, den)).rejects.toMatchObject(withReason('channel-not-found'))
    await expect(attempt(greta, plaza)).rejects.toMatchObject(withReason('channel-administration-denied'))
    await expect(attempt(alice, 9_999)).rejects.toMatchObject(withReason('channel-not-found'))
  })

  it('allows an empty request', async () => {
    const { carol, plaza } = await withChannels()
    const received = await eventsPerUser({ carol }, () => carol.api.updateChannel({ stream_id: plaza }))
    expect(received.carol).toEqual([])
  })
})

describe('A new description', () => {
  it('is rendered, published to everyone who can see the channel, and noted in it', async () => {
    const { alice, carol, greta, plaza } = await withChannels()
    const received = await eventsPerUser({ alice, carol, greta }, () =>
      carol.api.updateChannel({ stream_id: plaza, description: 'a *plum*\ntree' }),
    )
    for (const events of Object.values(received)) {
      expect(events[0]).toMatchObject({
        type: 'stream',
        op: 'update',
        stream_id: plaza,
        name: 'plaza',
        property: 'description',
        value: 'a *plum* tree',
        rendered_description: '<p>a <em>plum</em> tree</p>',
      })
    }
    expect(eventTypesOf(received.alice ?? [])).toEqual(['stream:update'])
    expect(eventTypesOf(received.greta ?? [])).toEqual(['stream:update', 'message'])
    expect(await lastNotice(carol, 'plaza')).toMatch(/All of us[\s\S]*a \*plum\* tree/)
  })

  it('of more than 1024 characters is refused', async () => {
    const { carol, plaza } = await withChannels()
    const update = carol.api.updateChannel({ stream_id: plaza, description: 'x'.repeat(1025) })
    await expect(update).rejects.toMatchObject(withReason('parameter-invalid'))
  })
})

describe('A new name', () => {
  it('is trimmed and published under the old one', async () => {
    const { carol, dave, plaza } = await withChannels()
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateChannel({ stream_id: plaza, new_name: ' Piazza ' }),
    )
    expect(received.dave?.[0]).toMatchObject({ name: 'plaza', property: 'name', value: 'Piazza' })
    expect(received.dave?.[1]).toMatchObject({ type: 'message', message: { display_recipient: 'Piazza' } })
    expect(await lastNotice(carol, 'Piazza')).toContain('renamed this channel from **plaza** to **Piazza**')
  })

  it('can differ only in case, but not be the same, taken or invalid', async () => {
    const { carol, plaza } = await withChannels()
    const rename = (new_name: string) => carol.api.updateChannel({ stream_id: plaza, new_name })
    await rename('PLAZA')
    const bad: [string, Reason][] = [
      ['PLAZA', 'channel-name-unchanged'],
      ['Den', 'channel-name-taken'],
      ['general', 'channel-name-taken'],
      ['', 'channel-name-empty'],
      ['a\nb', 'channel-name-invalid'],
      ['x'.repeat(61), 'channel-name-too-long'],
    ]
    for (const [name, reason] of bad)
      await expect(rename(name), name).rejects.toMatchObject(withReason(reason))
    expect((await channel(carol, plaza)).name).toBe('PLAZA')
  })
})

describe('Retention', () => {
  it('requires an administrator', async () => {
    const { alice, carol, plaza } = await withChannels()
    const keep = (person: Person, message_retention_days: number | string) =>
      person.api.updateChannel({ stream_id: plaza, message_retention_days })
    await expect(keep(carol, 5)).rejects.toMatchObject(withReason('channel-retention-change-denied'))
    const received = await eventsPerUser({ carol }, () => keep(alice, 5))
    expect(updates(received.carol)).toEqual([['message_retention_days', 5]])
    expect(await lastNotice(carol, 'plaza')).toContain('from **unlimited** to **5 days**')
    await keep(alice, 'unlimited')
    expect((await channel(carol, plaza)).message_retention_days).toBe(-1)
    await keep(alice, 'realm_default')
    expect((await channel(carol, plaza)).message_retention_days).toBeNull()
    await expect(keep(alice, 0)).rejects.toMatchObject(withReason('channel-retention-invalid'))
  })
})

describe('Privacy', () => {
  it.each([
    ['public', { is_private: true }, 'Private, protected history', [true, false]],
    [
      'public',
      { is_private: true, history_public_to_subscribers: true },
      'Private, shared history',
      [true, true],
    ],
  ] as const)('of a %s channel by %j becomes %s', async (_, change, label, [invite_only, shared]) => {
    const { carol, dave, plaza } = await withChannels()
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateChannel({ stream_id: plaza, ...change }),
    )
    expect(received.dave?.[0]).toMatchObject({
      property: 'invite_only',
      value: invite_only,
      history_public_to_subscribers: shared,
      is_web_public: false,
    })
    expect(await lastNotice(carol, 'plaza')).toContain(`from **Public** to **${label}**`)
  })

  it('made public publishes the channel and its subscribers to users who could not see it', async () => {
    const { alice, carol, mona, greta, dave, den } = await withChannels()
    const received = await eventsPerUser({ alice, dave, mona, greta }, () =>
      carol.api.updateChannel({ stream_id: den, is_private: false }),
    )
    expect(eventTypesOf(received.mona ?? [])).toEqual(['stream:create', 'subscription:peer_add'])
    expect(received.mona?.[1]).toMatchObject({ user_ids: [carol.id, dave.id].sort((a, b) => a - b) })
    expect(eventTypesOf(received.alice ?? [])).toEqual(['stream:update'])
    expect(eventTypesOf(received.dave ?? [])).toEqual(['stream:update', 'message'])
    expect(received.greta).toEqual([])
  })

  it('is published even if it does not change', async () => {
    const { carol, dave, plaza } = await withChannels()
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateChannel({ stream_id: plaza, is_private: false }),
    )
    expect(eventTypesOf(received.dave ?? [])).toEqual(['stream:update', 'message'])
  })

  it.each([
    ['a web-public private channel', { is_private: true, is_web_public: true }, 'web-public-channel-private'],
    [
      'a public channel with a protected history',
      { history_public_to_subscribers: false },
      'channel-history-public',
    ],
    ['web-public where that is off', { is_web_public: true }, 'web-public-channels-disabled'],
  ] as const)('refuses %s', async (_, change, reason) => {
    const { alice, plaza } = await withChannels()
    await expect(alice.api.updateChannel({ stream_id: plaza, ...change })).rejects.toMatchObject(
      withReason(reason),
    )
  })

  it('can become web-public if spectators are allowed, with the permission to create such channels', async () => {
    const world = await withChannels()
    const { alice, bob, greta, plaza } = world
    await changeRows(
      world,
      { realm: true },
      sql`update realm set settings = '{"enable_spectator_access":true}'`,
    )
    await expect(bob.api.updateChannel({ stream_id: plaza, is_web_public: true })).rejects.toMatchObject(
      withReason('channel-privacy-web-public-denied'),
    )
    const received = await eventsPerUser({ greta }, () =>
      alice.api.updateChannel({ stream_id: plaza, is_web_public: true }),
    )
    expect(received.greta?.[0]).toMatchObject({ property: 'invite_only', value: false, is_web_public: true })
    await expect(alice.api.updateChannel({ stream_id: plaza, is_private: true })).rejects.toMatchObject(
      withReason('web-public-channel-private'),
    )
    await alice.api.updateChannel({ stream_id: plaza, is_private: true, is_web_public: false })
    expect(await channel(alice, plaza)).toMatchObject({ invite_only: true, is_web_public: false })
  })

  it('of a default channel cannot be private, unless the same request removes it from the default channels', async () => {
    const { alice, plaza } = await withChannels()
    await alice.api.updateChannel({ stream_id: plaza, is_default_stream: true })
    const hide = (more: object) => alice.api.updateChannel({ stream_id: plaza, is_private: true, ...more })
    await expect(hide({})).rejects.toMatchObject(withReason('channel-privacy-default-channel'))
    await hide({ is_default_stream: false })
    expect((await alice.api.register()).realm_default_streams).not.toContain(plaza)
  })

  it('of a private channel cannot be changed by an administrator who cannot read it', async () => {
    const { alice, den } = await withChannels()
    for (const change of [{ is_private: false }, { history_public_to_subscribers: false }]) {
      await expect(alice.api.updateChannel({ stream_id: den, ...change })).rejects.toMatchObject(
        withReason('channel-privacy-denied'),
      )
    }
  })

  it('requires the permission to create channels with that privacy', async () => {
    const world = await withChannels()
    await changeRows(
      world,
      { realm: true },
      sql`update realm set permissions = jsonb_build_object('can_create_private_channel_group',
        (select id from user_group where name = 'role:nobody' and realm_id = realm.id))`,
    )
    const hide = world.carol.api.updateChannel({ stream_id: world.plaza, is_private: true })
    await expect(hide).rejects.toMatchObject(withReason('channel-privacy-kind-denied'))
  })
})

describe('The holders of a permission', () => {
  it('are published, for posting also as the legacy policy', async () => {
    const world = await withChannels()
    const { carol, dave, plaza } = world
    const administrators = await group(world, 'role:administrators')
    const received = await eventsPerUser({ dave }, () =>
      carol.api.updateChannel({ stream_id: plaza, can_send_message_group: { new: administrators } }),
    )
    expect(updates(received.dave)).toEqual([
      ['can_send_message_group', administrators],
      ['stream_post_policy', 2],
      ['is_announcement_only', true],
    ])
    expect(await lastNotice(carol, 'plaza')).toMatch(
      /Old\*\*: @_\*role:everyone\*\n.*New\*\*: @_\*role:administrators\*/,
    )
  })

  it('do not change if the expected value is outdated, and unchanged values publish nothing', async () => {
    const world = await withChannels()
    const { carol, dave, plaza } = world
    const members = await group(world, 'role:members')
    const everyone = await group(world, 'role:everyone')
    const change = (value: object) =>
      carol.api.updateChannel({ stream_id: plaza, can_send_message_group: value as never })
    await expect(change({ new: members, old: members })).rejects.toMatchObject(
      withReason('permission-value-outdated'),
    )
    const received = await eventsPerUser({ dave }, () =>
      change({ new: { direct_members: [], direct_subgroups: [everyone] }, old: everyone }),
    )
    expect(received.dave).toEqual([])
    await change({ new: { direct_members: [dave.id], direct_subgroups: [] }, old: everyone })
    expect((await channel(carol, plaza)).can_send_message_group).toEqual({
      direct_members: [dave.id],
      direct_subgroups: [],
    })
  })

  it('see a private channel as soon as they gain access, and until they lose it', async () => {
    const world = await withChannels()
    const { alice, carol, dave, mona, den } = world
    const nobody = await group(world, 'role:nobody')
    const gained = await eventsPerUser({ alice, dave, mona }, () =>
      carol.api.updateChannel({
        stream_id: den,
        can_subscribe_group: { new: { direct_members: [mona.id], direct_subgroups: [] } },
      }),
    )
    expect(eventTypesOf(gained.mona ?? [])).toEqual(['stream:create', 'subscription:peer_add'])
    expect(eventTypesOf(gained.alice ?? [])).toEqual(['stream:update'])
    expect(eventTypesOf(gained.dave ?? [])).toEqual(['stream:update'])
    const lost = await eventsPerUser({ alice, mona }, () =>
      carol.api.updateChannel({ stream_id: den, can_subscribe_group: { new: nobody } }),
    )
    expect(eventTypesOf(lost.mona ?? [])).toEqual(['stream:delete'])
    expect(eventTypesOf(lost.alice ?? [])).toEqual(['stream:update'])
  })

  it('can open a channel to readers only by a caller with content access', async () => {
    const world = await withChannels()
    const { alice, den, mona } = world
    const members = await group(world, 'role:members')
    for (const name of ['can_add_subscribers_group', 'can_subscribe_group'] as const) {
      const change = alice.api.updateChannel({ stream_id: den, [name]: { new: members } })
      await expect(change, name).rejects.toMatchObject(withReason('channel-permission-denied'))
    }
    await alice.api.updateChannel({
      stream_id: den,
      can_administer_channel_group: { new: { direct_members: [mona.id], direct_subgroups: [] } },
    })
  })

  it('cannot be a disallowed group; earlier changes of the request stay', async () => {
    const world = await withChannels()
    const { carol, plaza } = world
    const everyone = await group(world, 'role:everyone')
    const change = carol.api.updateChannel({
      stream_id: plaza,
      description: 'changed first',
      can_subscribe_group: { new: everyone },
    })
    await expect(change).rejects.toMatchObject(withReason('permission-group-not-allowed'))
    expect((await channel(carol, plaza)).description).toBe('changed first')
  })
})
