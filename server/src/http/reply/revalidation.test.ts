import { basicAuth, createWorld, eventually, type Person, sendToGeneral } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { hasTag } from './revalidation.ts'

const users = '/api/v1/users?include_custom_profile_fields=true'
const paths = [users, '/api/v1/realm/emoji', '/api/v1/server_settings']

/** Reads a path of a server as somebody; with a tag, only if the response has another one. */
const readingFrom =
  (url: string) =>
  async (path: string, person: Person, tag?: string, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      headers: {
        authorization: basicAuth(person.email, person.apiKey),
        ...(tag === undefined ? {} : { 'if-none-match': tag }),
        ...headers,
      },
    })
    return {
      status: response.status,
      body: await response.text(),
      tag: response.headers.get('etag') ?? '',
      headers: response.headers,
    }
  }

describe('A response that rarely changes', () => {
  it('is not sent again while nothing changes but messages', async () => {
    const { alice, url } = await createWorld()
    const read = readingFrom(url)
    // The first message of a channel changes the channel.
    await sendToGeneral(alice, 'Plums are in bloom.')
    for (const path of paths) {
      const first = await read(path, alice)
      expect(first.tag).toMatch(/^W\/"[\w-]{22}"$/)
      await sendToGeneral(alice, 'Plums are ripe.')
      const again = await read(path, alice, `"other", ${first.tag}`)
      expect([again.status, again.body, again.tag]).toEqual([304, '', first.tag])
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
      expect((await read(path, alice)).body).toBe(first.body)
    }
  })

  it('has one tag for all encodings', async () => {
    const { alice, url } = await createWorld()
    const read = readingFrom(url)
    await alice.api.updateRealm({ description: '`a` '.repeat(250) })
    const path = '/api/v1/server_settings'
    const plain = await read(path, alice, undefined, { 'accept-encoding': 'identity' })
    const packed = await read(path, alice, undefined, { 'accept-encoding': 'gzip' })
    expect(packed.body).toBe(plain.body)
    expect(plain.body.length).toBeGreaterThan(4_096)
    expect([packed.headers.get('vary'), packed.tag]).toEqual(['accept-encoding', plain.tag])
    expect((await read(path, alice, packed.tag)).status).toBe(304)
  })

  it('is sent again after a change, also after one through another process', async () => {
    const world = await createWorld()
    const { alice, carol, url } = world
    const other = await world.secondNode()
    const { id } = await alice.api.createProfileField({ field_type: 1, name: 'Fruit' })
    const changes = {
      name: () => other.as(alice).updateUser({ user_id: carol.id, full_name: 'Carol Plum' }),
      profile: () => other.as(carol).updateProfileData({ data: [{ id, value: 'Plum' }] }),
      role: () => other.as(alice).updateUser({ user_id: carol.id, role: 300 }),
      visibility: () => other.as(carol).updateSettings({ email_address_visibility: 4 }),
      organization: () => other.as(alice).updateRealm({ name: 'Plum Orchard' }),
    }
    for (const [name, change] of Object.entries(changes)) {
      const path = name === 'organization' ? '/api/v1/server_settings' : users
      const read = () => readingFrom(url)(path, world.dave, before.tag)
      const before = await readingFrom(url)(path, world.dave)
      await change()
      const after = await eventually(async () => {
        const found = await read()
        expect(found.status, name).toBe(200)
        return found
      })
      expect(after.tag).not.toBe(before.tag)
      if (name !== 'visibility') expect(after.body, name).not.toBe(before.body)
      // The author sees the change at once.
      expect((await readingFrom(other.url)(path, alice, before.tag)).status).toBe(200)
    }
  })

  it('has another tag for everyone who reads it, and none that others could use', async () => {
    const { alice, bob, greta, url } = await createWorld()
    const read = readingFrom(url)
    for (const path of [users, '/api/v1/realm/emoji']) {
      const { tag } = await read(path, alice)
      for (const person of [bob, greta]) {
        const foreign = await read(path, person, tag)
        expect(foreign.status).toBe(200)
        expect(foreign.tag).not.toBe(tag)
        expect(foreign.body).toBe((await read(path, person)).body)
      }
      const other = await read(`${path}${path.includes('?') ? '&' : '?'}client_gravatar=false`, alice, tag)
      expect(other.status).toBe(200)
    }
  })

  it('is sent again after a restart, which may bring other settings', async () => {
    const { alice, clock, secondNode, url } = await createWorld()
    const { tag } = await readingFrom(url)('/api/v1/server_settings', alice)
    clock.advance(1)
    const restarted = await secondNode()
    const read = readingFrom(restarted.url)
    const again = await read('/api/v1/server_settings', alice, tag)
    expect(again.status).toBe(200)
    expect((await read('/api/v1/server_settings', alice, again.tag)).status).toBe(304)
  })

  it('has no tag if it is an error, and other responses have none', async () => {
    const { alice, url } = await createWorld()
    const read = readingFrom(url)
    const { tag } = await read(users, alice)
    const denied = await read(users, { ...alice, apiKey: 'wrong' }, tag)
    expect([denied.status, denied.tag]).toEqual([401, ''])
    expect((await read('/api/v1/users/me', alice, '*')).status).toBe(200)
  })
})

describe('A list of entity tags', () => {
  it('is compared without regard to weakness', () => {
    const named = (header: string | undefined) => hasTag(header, 'W/"plum"')
    expect(['W/"plum"', '"plum"', '"a", W/"plum"', '*'].map(named)).toEqual([true, true, true, true])
    expect([undefined, '', 'plum', '"plums"', 'W/"a"'].map(named)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ])
  })
})
