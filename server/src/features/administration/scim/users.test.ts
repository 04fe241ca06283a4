import { Browser, castPassword, createWorld, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createProvider, oktaUser, patch, sendScim, userSchemas } from './testing/provider.ts'

const newest = async ({ alice }: World, kind: string) =>
  (await alice.api.getAuditLog({ limit: 50 })).entries.find((entry) => entry.kind === kind)

describe('SCIM users', () => {
  it('are created, found and read as Okta tests it', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const all = await send('GET /Users?count=1&startIndex=1')
    expect(all.status).toBe(200)
    expect(all.headers.get('content-type')).toMatch(/^application\/scim\+json/)
    expect(all.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
      itemsPerPage: 1,
      startIndex: 1,
      Resources: [
        { id: expect.any(String), userName: expect.any(String), name: {}, emails: [{}], active: true },
      ],
    })
    const { id } = all.body.Resources[0]
    expect((await send(`GET /Users/${id}`)).body).toMatchObject({ id, schemas: userSchemas })
    const none = await send('GET /Users?filter=userName%20eq%20%22nobody%40example.com%22')
    expect(none.body).toMatchObject({ totalResults: 0, itemsPerPage: 0, Resources: [] })
    const missing = await send('GET /Users/010101001010101011001010101011')
    expect(missing).toMatchObject({
      status: 404,
      body: {
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '404',
        detail: expect.any(String),
      },
    })

    const created = await send('POST /Users', oktaUser('nell@example.com'))
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      schemas: userSchemas,
      externalId: '00ujl29u0le5T6Aj10h7',
      userName: 'nell@example.com',
      name: { givenName: 'Nell', familyName: 'Quince', formatted: 'Nell Quince' },
      displayName: 'Nell Quince',
      active: true,
      emails: [{ value: 'nell@example.com', primary: true }],
      meta: { resourceType: 'User', location: expect.stringContaining(`/scim/v2/Users/${created.body.id}`) },
    })
    expect(created.headers.get('location')).toBe(created.body.meta.location)
    expect(created.headers.get('etag')).toBe(created.body.meta.version)
    expect(JSON.stringify(created.body)).not.toContain('1mz050nq')
    const { user } = await world.alice.api.getUser({ user_id: Number(created.body.id) })
    expect(user).toMatchObject({ full_name: 'Nell Quince', role: 400, is_active: true })
    expect(await newest(world, 'user.created')).toMatchObject({ actor_id: null, credential: 'scim_token' })

    expect(await send('POST /Users', oktaUser('NELL@example.com'))).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness', status: '409' },
    })
    for (const filter of [
      'userName eq "Nell@Example.com"',
      'externalId eq "00ujl29u0le5T6Aj10h7"',
      `id eq "${created.body.id}"`,
      'emails[type eq "home"] or name.familyName eq "quince"',
    ]) {
      const found = await send(`GET /Users?filter=${encodeURIComponent(filter)}`)
      expect(
        found.body.Resources.map((one: { userName: string }) => one.userName),
        filter,
      ).toContain('nell@example.com')
    }
    const bad = await send(`GET /Users?filter=${encodeURIComponent('color eq "red"')}`)
    expect(bad).toMatchObject({ status: 400, body: { scimType: 'invalidFilter' } })
  })

  it('are listed in pages, with the attributes that are asked for', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { body: all } = await send('GET /Users')
    const ids: string[] = all.Resources.map((one: { id: string }) => one.id)
    expect(all.totalResults).toBe(ids.length)
    const pages: string[] = []
    for (let startIndex = 1; startIndex <= all.totalResults; startIndex += 2) {
      const { body } = await send(`GET /Users?startIndex=${startIndex}&count=2&attributes=id`)
      expect(body).toMatchObject({ totalResults: all.totalResults, startIndex })
      pages.push(...body.Resources.map((one: { id: string }) => one.id))
    }
    expect(pages).toEqual(ids)
    expect((await send('GET /Users?count=0')).body).toMatchObject({ totalResults: ids.length, Resources: [] })
    expect((await send('GET /Users?startIndex=-3&count=-1')).body).toMatchObject({
      startIndex: 1,
      itemsPerPage: 0,
    })
    expect((await send('GET /Users?count=few')).status).toBe(400)
    const { body: one } = await send(`GET /Users/${ids[0]}?attributes=name.formatted,active`)
    expect(Object.keys(one).sort()).toEqual(['active', 'id', 'name', 'schemas', 'userName'])
    expect(Object.keys(one.name)).toEqual(['formatted'])
    const { body: other } = await send(`GET /Users/${ids[0]}?excludedAttributes=emails,name.formatted,id`)
    expect(other).not.toHaveProperty('emails')
    expect(other).toMatchObject({ id: ids[0], name: {} })
    expect((await send(`GET /Users/${ids[0]}?attributes=id&excludedAttributes=name`)).status).toBe(400)
    const search = await send('POST /Users/.search', {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
      attributes: ['displayName'],
      filter: 'userName sw "alice"',
      startIndex: 1,
      count: 10,
    })
    expect(search.body).toMatchObject({ totalResults: 1, Resources: [{ userName: world.alice.email }] })
    expect(search.body.Resources[0]).not.toHaveProperty('emails')
  })

  it('are changed by PUT as Okta sends it, and by PATCH as Entra sends it', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { body: created } = await send('POST /Users', oktaUser('nell@example.com'))
    const at = `/Users/${created.id}`
    const replaced = await send(
      `PUT ${at}`,
      oktaUser('nell.medlar@example.com', {
        name: { givenName: 'Nell', familyName: 'Medlar' },
        displayName: undefined,
        title: 'Gardener',
      }),
    )
    expect(replaced.body).toMatchObject({
      userName: 'nell.medlar@example.com',
      displayName: 'Nell Medlar',
      name: { familyName: 'Medlar' },
      active: true,
    })
    expect(await newest(world, 'email.changed')).toMatchObject({ credential: 'scim_token' })

    const patched = await send(
      `PATCH ${at}`,
      patch(
        { op: 'Replace', path: 'displayName', value: 'Nell M.' },
        { op: 'Add', path: 'name.givenName', value: 'Nellie' },
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'other@example.com' },
        {
          op: 'Add',
          path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
          value: 'Trees',
        },
        { op: 'Replace', path: 'addresses[type eq "work"].country', value: 'NL' },
        { op: 'Replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:externalId', value: 'entra-1' },
      ),
    )
    expect(patched).toMatchObject({
      status: 200,
      body: {
        displayName: 'Nell M.',
        name: { formatted: 'Nell M.', givenName: 'Nellie', familyName: 'Medlar' },
        externalId: 'entra-1',
        userName: 'nell.medlar@example.com',
      },
    })
    const dotted = await send(
      `PATCH ${at}`,
      patch({
        op: 'replace',
        value: {
          'name.familyName': 'Loquat',
          displayName: 'Nell Loquat',
          'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department': 'Trees',
        },
      }),
    )
    expect(dotted.body).toMatchObject({ displayName: 'Nell Loquat', name: { familyName: 'Loquat' } })
    const removed = await send(`PATCH ${at}`, patch({ op: 'Remove', path: 'externalId' }))
    expect(removed.body).not.toHaveProperty('externalId')

    const wrong: [object, string][] = [
      [patch({ op: 'replace', path: 'favorites', value: 1 }), 'invalidPath'],
      [patch({ op: 'replace', path: 'name[', value: 1 }), 'invalidPath'],
      [patch({ op: 'move', path: 'displayName', value: 'x' }), 'invalidSyntax'],
      [patch({ op: 'remove' }), 'noTarget'],
      [patch({ op: 'remove', path: 'userName' }), 'mutability'],
      [patch({ op: 'replace', path: 'userName', value: 'no address' }), 'invalidValue'],
      [patch({ op: 'replace', path: 'active', value: 'perhaps' }), 'invalidValue'],
      [patch({ op: 'replace', path: 'displayName', value: ['x'] }), 'invalidValue'],
      [patch({ op: 'add', path: 'externalId', value: 'x'.repeat(256) }), 'invalidValue'],
      [patch({ op: 'replace', path: 'displayName' }), 'invalidValue'],
      [patch(), 'invalidSyntax'],
      [{ schemas: userSchemas, Operations: [{ op: 'remove', path: 'externalId' }] }, 'invalidSyntax'],
      [patch({ op: 'replace', path: 'userName', value: world.bob.email }), 'uniqueness'],
      // Nothing of a request is applied if one operation fails.
      [
        patch(
          { op: 'replace', path: 'displayName', value: 'Half' },
          { op: 'replace', path: 'active', value: 2 },
        ),
        'invalidValue',
      ],
    ]
    for (const [body, scimType] of wrong) {
      const { status, body: error } = await send(`PATCH ${at}`, body)
      expect([status, error.scimType], JSON.stringify(body)).toEqual([
        scimType === 'uniqueness' ? 409 : 400,
        scimType,
      ])
    }
    expect((await send(`GET ${at}`)).body).toMatchObject({ displayName: 'Nell Loquat' })
    expect((await send(`PUT ${at}`, { schemas: userSchemas, displayName: 'X' })).body.scimType).toBe(
      'invalidValue',
    )
    expect((await send(`PUT ${at}`, '{"userName": ')).body.scimType).toBe('invalidSyntax')
    expect((await send(`PUT ${at}`, '[]')).body.scimType).toBe('invalidSyntax')
    expect((await send(`PUT ${at}`, 'x', { 'content-type': 'text/plain' })).status).toBe(415)
  })

  it('are deactivated with their sessions, and reactivated, but never the last owner', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { carol, alice } = world
    const browser = new Browser(world)
    await browser.send('POST /login', { username: carol.email, password: castPassword })
    const at = `/Users/${carol.id}`
    const off = await send(`PATCH ${at}`, patch({ op: 'Replace', path: 'active', value: 'False' }))
    expect(off.body).toMatchObject({ active: false })
    expect(await newest(world, 'user.deactivated')).toMatchObject({
      credential: 'scim_token',
      actor_id: null,
      target_id: carol.id,
    })
    expect((await browser.send('GET /json/users/me')).status).toBe(401)
    await expect(carol.api.getOwnUser({})).rejects.toMatchObject({
      reason: 'credentials-account-deactivated',
    })
    // Repeating it is no error.
    expect((await send(`PATCH ${at}`, patch({ op: 'replace', value: { active: false } }))).status).toBe(200)
    const on = await send(`PATCH ${at}`, patch({ op: 'replace', path: 'active', value: true }))
    expect(on.body).toMatchObject({ active: true })
    await carol.api.getOwnUser({})

    const owner = await send(
      `PATCH /Users/${alice.id}`,
      patch({ op: 'replace', path: 'active', value: false }),
    )
    expect(owner).toMatchObject({ status: 403, body: { detail: expect.stringContaining('owner') } })
    expect((await send(`DELETE /Users/${alice.id}`)).status).toBe(403)
    // With another owner, even the creator of the token can be deactivated, and provisioning goes on.
    await alice.api.updateUser({ user_id: world.bob.id, role: 100 })
    expect((await send(`DELETE /Users/${alice.id}`)).status).toBe(204)
    expect(
      (await send(`PATCH ${at}`, patch({ op: 'replace', path: 'displayName', value: 'Carol C.' }))).status,
    ).toBe(200)
  })

  it('are hidden after DELETE, and come back when they are created again or reactivated in the app', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { body: created } = await send('POST /Users', oktaUser('nell@example.com'))
    const at = `/Users/${created.id}`
    expect((await send(`DELETE ${at}`)).status).toBe(204)
    for (const call of [`GET ${at}`, `DELETE ${at}`]) expect((await send(call)).status).toBe(404)
    expect((await send(`PUT ${at}`, oktaUser('nell@example.com'))).status).toBe(404)
    const search = `GET /Users?filter=${encodeURIComponent('userName eq "nell@example.com"')}`
    expect((await send(search)).body.totalResults).toBe(0)
    const again = await send('POST /Users', oktaUser('nell@example.com', { displayName: 'Nell Again' }))
    expect(again).toMatchObject({
      status: 201,
      body: { id: created.id, active: true, displayName: 'Nell Again' },
    })
    await send(`DELETE ${at}`)
    await world.alice.api.reactivateUser({ user_id: Number(created.id) })
    expect((await send(search)).body.totalResults).toBe(1)
    // An account can begin deactivated.
    const idle = await send(
      'POST /Users',
      oktaUser('idle@example.com', { active: false, displayName: 'Idle' }),
    )
    expect(idle).toMatchObject({ status: 201, body: { active: false } })
  })

  it('have versions that protect changes and save transfers', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const at = `/Users/${world.dave.id}`
    const { body } = await send(`GET ${at}`)
    const { version } = body.meta
    const same = await send(`GET ${at}`, undefined, { 'if-none-match': version })
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, undefined, version])
    const change = patch({ op: 'replace', path: 'displayName', value: 'Dave D.' })
    // A change in the app counts as well.
    await world.alice.api.updateUser({ user_id: world.dave.id, full_name: 'David' })
    expect(await send(`PATCH ${at}`, change, { 'if-match': version })).toMatchObject({ status: 412 })
    expect((await send(`DELETE ${at}`, undefined, { 'if-match': version })).status).toBe(412)
    const { body: now } = await send(`GET ${at}`, undefined, { 'if-none-match': version })
    expect(now.displayName).toBe('David')
    expect((await send(`PATCH ${at}`, change, { 'if-match': now.meta.version })).status).toBe(200)
    expect((await send(`PUT ${at}`, oktaUser(world.dave.email), { 'if-match': '*' })).status).toBe(200)
  })

  it('keep the rules of the organization for addresses and names', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    await world.alice.api.updateRealm({ require_unique_names: true })
    const { body: second } = await send(
      'POST /Users',
      oktaUser('b@example.com', { displayName: 'Bob Admin' }),
    )
    expect(second.displayName).not.toBe('Bob Admin')
    const again = await send(
      `PUT /Users/${second.id}`,
      oktaUser('b@example.com', { displayName: 'Bob Admin' }),
    )
    expect(again.body.displayName).toBe(second.displayName)
    const odd = await send('POST /Users', oktaUser('odd@example.com', { displayName: '*Odd* @name' }))
    expect(odd.body.displayName).toBe('Odd name')
    await world.alice.api.addDomain({ domain: 'example.com', allow_subdomains: false })
    await world.alice.api.updateRealm({ emails_restricted_to_domains: true })
    expect(await send('POST /Users', oktaUser('x@elsewhere.org'))).toMatchObject({
      status: 400,
      body: { scimType: 'invalidValue' },
    })
  })

  it('need the token of their organization, which an owner creates, replaces and revokes', async () => {
    const world = await createWorld()
    const { alice, bob } = world
    await expect(bob.api.createScimToken({})).rejects.toMatchObject({ reason: 'caller-not-owner' })
    expect(await alice.api.getScim({})).toMatchObject({
      token: null,
      url: expect.stringMatching(/\/scim\/v2$/),
    })
    const { token, send } = await createProvider(world)
    expect(await alice.api.getScim({})).toMatchObject({ token: { creator_id: alice.id, last_used_at: null } })
    expect((await send('GET /Users?count=0')).status).toBe(200)
    expect((await alice.api.getScim({})).token?.last_used_at).toBeGreaterThan(0)
    const { scim_token: newer } = await alice.api.createScimToken({})
    for (const wrong of [undefined, token, 'x', alice.apiKey, `${newer}a`]) {
      const { status, headers, body } = await sendScim(world, wrong, 'GET /Users')
      expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="scim"'])
      expect(body).toMatchObject({ schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '401' })
    }
    expect((await sendScim(world, newer, 'GET /Users')).status).toBe(200)
    await alice.api.revokeScimToken({})
    expect((await sendScim(world, newer, 'GET /Users')).status).toBe(401)
    await expect(alice.api.revokeScimToken({})).rejects.toMatchObject({ reason: 'scim-token-not-found' })
    expect(JSON.stringify((await alice.api.getAuditLog({ limit: 50 })).entries)).not.toContain(newer)
  })
})
