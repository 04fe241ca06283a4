import { createWorld, expectEventsToReproduceState } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createProvider, groupSchemas, patch } from './testing/provider.ts'

const group = (displayName: string, members: number[] = [], more: object = {}) => ({
  schemas: groupSchemas,
  displayName,
  members: members.map((id) => ({ value: String(id), display: 'Ignored' })),
  ...more,
})

const idsIn = (body: { members: { value: string }[] }) => body.members.map(({ value }) => Number(value))

describe('SCIM groups', () => {
  it('are user groups: created, found, changed and deactivated through the same actions', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { alice, bob, carol, dave } = world
    const created = await send('POST /Groups', group('Pruners', [bob.id, carol.id], { externalId: 'g-1' }))
    expect(created).toMatchObject({
      status: 201,
      body: { displayName: 'Pruners', externalId: 'g-1', schemas: groupSchemas },
    })
    expect(created.body.members).toEqual([
      {
        value: String(bob.id),
        $ref: expect.stringContaining(`/Users/${bob.id}`),
        display: 'Bob Admin',
        type: 'User',
      },
      expect.objectContaining({ value: String(carol.id) }),
    ])
    const groupId = Number(created.body.id)
    const listed = async () =>
      (await alice.api.getUserGroups({ include_deactivated_groups: true })).user_groups.find(
        ({ id }) => id === groupId,
      )
    expect(await listed()).toMatchObject({
      name: 'Pruners',
      members: [bob.id, carol.id],
      is_system_group: false,
    })
    const at = `/Groups/${groupId}`
    expect((await send(`GET ${at}?excludedAttributes=members`)).body).not.toHaveProperty('members')
    for (const filter of [
      'displayName eq "Pruners"',
      'externalId eq "g-1"',
      `members[value eq "${bob.id}"]`,
    ]) {
      const { body } = await send(
        `GET /Groups?filter=${encodeURIComponent(filter)}&excludedAttributes=members`,
      )
      expect(
        body.Resources.map((one: { id: string }) => one.id),
        filter,
      ).toEqual([String(groupId)])
    }
    expect((await send('POST /Groups', group('Pruners'))).body.scimType).toBe('uniqueness')

    const events = await expectEventsToReproduceState(dave, async () => {
      const changed = await send(
        `PATCH ${at}`,
        patch(
          { op: 'Replace', path: 'displayName', value: 'Pickers' },
          { op: 'Add', path: 'members', value: [{ value: String(dave.id) }, { value: String(bob.id) }] },
          { op: 'remove', path: `members[value eq "${carol.id}"]` },
        ),
      )
      expect(changed.status).toBe(200)
      expect(idsIn(changed.body)).toEqual([bob.id, dave.id])
    })
    expect(events).not.toEqual([])
    const { entries } = await alice.api.getAuditLog({ limit: 20, kinds: ['group.members_changed'] })
    expect(entries[0]).toMatchObject({
      credential: 'scim_token',
      after: { added: [dave.id], removed: [carol.id] },
    })

    expect((await send(`DELETE ${at}`)).status).toBe(204)
    expect((await send(`GET ${at}`)).status).toBe(404)
    expect(await listed()).toMatchObject({ deactivated: true })
    // The name is free for the provider, who gets the same group again.
    const again = await send('POST /Groups', group('Pickers', [carol.id]))
    expect(again).toMatchObject({ status: 201, body: { id: String(groupId) } })
    expect(idsIn(again.body)).toEqual([carol.id])
  })

  it('take the shapes that Okta and Entra send', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { bob, carol, dave } = world
    const { body: created } = await send('POST /Groups', {
      schemas: [...groupSchemas, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
      externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
      displayName: 'Graft',
      meta: { resourceType: 'Group' },
    })
    expect(created).toMatchObject({ displayName: 'Graft', members: [] })
    const at = `/Groups/${created.id}`
    const steps: [object, number[]][] = [
      [{ op: 'Add', path: 'members', value: [{ $ref: null, value: String(bob.id) }] }, [bob.id]],
      [{ op: 'add', value: { members: [{ value: String(carol.id) }] } }, [bob.id, carol.id]],
      [{ op: 'Remove', path: 'members', value: [{ $ref: null, value: String(bob.id) }] }, [carol.id]],
      // Removing somebody who is no member changes nothing.
      [{ op: 'remove', path: `members[value eq "${bob.id}"]` }, [carol.id]],
      [{ op: 'replace', path: 'members', value: [{ value: String(dave.id) }] }, [dave.id]],
      [{ op: 'replace', value: { id: created.id, displayName: 'Grafts' } }, [dave.id]],
      [{ op: 'Remove', path: 'members' }, []],
    ]
    for (const [step, members] of steps) {
      const { status, body } = await send(`PATCH ${at}`, patch(step))
      expect([status, body.members && idsIn(body)], JSON.stringify(step)).toEqual([200, members])
    }
    const put = await send(`PUT ${at}`, { ...group('Grafts', [bob.id]), id: created.id })
    expect(idsIn(put.body)).toEqual([bob.id])
    const renamed = await send(`PUT ${at}`, { schemas: groupSchemas, displayName: 'Grafting' })
    expect([renamed.body.displayName, idsIn(renamed.body)]).toEqual(['Grafting', [bob.id]])
    expect(renamed.headers.get('etag')).not.toBe(put.headers.get('etag'))
    expect((await send(`PUT ${at}`, group('X'), { 'if-match': put.body.meta.version })).status).toBe(412)
  })

  it('reject nested groups, unknown users, reserved names and groups by role', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { body: created } = await send('POST /Groups', group('Outer'))
    const at = `/Groups/${created.id}`
    const member = (value: unknown, more: object = {}) =>
      patch({ op: 'add', path: 'members', value: [{ value, ...more }] })
    const wrong: [object, string][] = [
      [member(created.id, { type: 'Group' }), 'invalidValue'],
      [member(created.id, { $ref: `https://x/scim/v2/Groups/${created.id}` }), 'invalidValue'],
      [member('999999'), 'invalidValue'],
      [member('nobody'), 'invalidValue'],
      [member(world.bob.id), 'invalidValue'],
      [patch({ op: 'replace', path: 'displayName', value: 'role:members' }), 'invalidValue'],
      [patch({ op: 'replace', path: 'displayName', value: '' }), 'invalidValue'],
      [patch({ op: 'remove', path: 'displayName' }), 'mutability'],
      [patch({ op: 'replace', path: 'members[value eq "1"].display', value: 'x' }), 'mutability'],
      [patch({ op: 'remove', path: 'members[color eq "1"]' }), 'invalidFilter'],
      [patch({ op: 'replace', path: 'color', value: 'x' }), 'invalidPath'],
    ]
    for (const [body, scimType] of wrong) {
      const answer = await send(`PATCH ${at}`, body)
      expect([answer.status, answer.body.scimType], JSON.stringify(body)).toEqual([400, scimType])
    }
    const { user_groups } = await world.alice.api.getUserGroups({})
    const byRole = user_groups.find(({ is_system_group }) => is_system_group)
    expect((await send(`GET /Groups/${byRole?.id}`)).status).toBe(404)
    expect((await send('GET /Groups')).body.totalResults).toBe(1)
  })

  it('remember and forget deactivated members, so that nobody returns to a group that they left', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { bob, carol, dave } = world
    const off = patch({ op: 'replace', path: 'active', value: false })
    const on = patch({ op: 'replace', path: 'active', value: true })
    const { body: created } = await send('POST /Groups', group('Graft', [bob.id, carol.id]))
    const at = `/Groups/${created.id}`
    const membersNow = async () =>
      (await world.alice.api.getGroupMembers({ user_group_id: Number(created.id) })).members
    await send(`PATCH /Users/${carol.id}`, off)
    await send(`PATCH /Users/${dave.id}`, off)
    await expectEventsToReproduceState(bob, async () => {
      const changed = await send(
        `PATCH ${at}`,
        patch(
          { op: 'remove', path: `members[value eq "${carol.id}"]` },
          { op: 'add', path: 'members', value: [{ value: String(dave.id) }] },
        ),
      )
      expect(idsIn(changed.body)).toEqual([bob.id, dave.id])
    })
    expect(await membersNow()).toEqual([bob.id])
    await expectEventsToReproduceState(bob, async () => {
      await send(`PATCH /Users/${carol.id}`, on)
      await send(`PATCH /Users/${dave.id}`, on)
    })
    expect(await membersNow()).toEqual([bob.id, dave.id])
  })
})

describe('SCIM discovery', () => {
  it('describes the service, its resources and schemas, and what it does not support', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { body: config } = await send('GET /ServiceProviderConfig')
    expect(config).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
      authenticationSchemes: [{ type: 'oauthbearertoken' }],
    })
    const { body: types } = await send('GET /ResourceTypes')
    expect(types.Resources.map(({ id, endpoint }: Record<string, string>) => [id, endpoint])).toEqual([
      ['User', '/Users'],
      ['Group', '/Groups'],
    ])
    const { body: schemas } = await send('GET /Schemas')
    expect(schemas.totalResults).toBe(2)
    const { body: user } = await send('GET /Schemas/urn:ietf:params:scim:schemas:core:2.0:User')
    expect(user.attributes.find(({ name }: { name: string }) => name === 'userName')).toMatchObject({
      required: true,
      caseExact: false,
      uniqueness: 'server',
    })
    expect((await send('GET /ResourceTypes/User')).body).toMatchObject({ schema: user.id })
    const others: [string, number][] = [
      ['GET /Schemas/urn:other', 404],
      ['POST /Schemas', 405],
      ['POST /Bulk', 501],
      ['GET /Me', 501],
      ['GET /Printers', 404],
      ['GET /Users/1/2', 404],
      ['DELETE /Users', 405],
    ]
    for (const [call, status] of others) {
      const answer = await send(call)
      expect([answer.status, answer.body.status], call).toEqual([status, String(status)])
    }
  })
})
