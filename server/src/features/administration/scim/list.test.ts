import { createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { createProvider, oktaUser } from './testing/provider.ts'

describe('The last change of a resource', () => {
  it('is known for users and groups, wherever they were changed, and orders lists', async () => {
    const world = await createWorld()
    const { send } = await createProvider(world)
    const { body: user } = await send('POST /Users', oktaUser('nell@example.com'))
    const { body: group } = await send('POST /Groups', { displayName: 'gardeners' })
    const modified = async (path: string): Promise<number> =>
      Date.parse((await send(`GET ${path}`)).body.meta.lastModified)
    /** Whether a change is visible as the last one. */
    const changes = async (path: string, change: () => Promise<unknown>) => {
      const before = await modified(path)
      await change()
      return (await modified(path)) > before
    }
    const [userPath, groupPath] = [`/Users/${user.id}`, `/Groups/${group.id}`]
    const id = Number(user.id)
    const { api } = world.alice
    expect(await changes(userPath, () => send(`PUT ${userPath}`, oktaUser('nell@example.com')))).toBe(false)
    expect(await changes(userPath, () => api.updateUser({ user_id: id, role: 300 }))).toBe(false)
    expect(await changes(userPath, () => api.updateUser({ user_id: id, full_name: 'Nell Q' }))).toBe(true)
    expect(await changes(userPath, () => api.deactivateUser({ user_id: id }))).toBe(true)
    const renumbered = [{ op: 'replace', path: 'externalId', value: 'n-1' }]
    const patch = { schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'], Operations: renumbered }
    expect(await changes(userPath, () => send(`PATCH ${userPath}`, patch))).toBe(true)

    const groupId = Number(group.id)
    const members = (ids: object) => () => api.changeGroupMembers({ user_group_id: groupId, ...ids })
    expect(await changes(groupPath, members({ add: [world.bob.id] }))).toBe(true)
    expect(await changes(groupPath, members({ delete: [world.bob.id] }))).toBe(true)
    const renamed = { user_group_id: groupId, name: 'growers' }
    expect(await changes(groupPath, () => api.updateUserGroup(renamed))).toBe(true)
    expect(await changes(groupPath, () => send(`PATCH ${groupPath}`, patch))).toBe(true)

    const names = async (query: string) =>
      (await send(`GET /Users?${query}`)).body.Resources.map((one: { userName: string }) => one.userName)
    const newestFirst = await names('sortBy=meta.lastModified&sortOrder=descending&count=1')
    expect(newestFirst).toEqual(['nell@example.com'])
    const all = await names('sortBy=userName')
    expect(all).toEqual([...all].sort())
    expect(await names('sortBy=userName&sortOrder=descending')).toEqual([...all].reverse())
    expect((await names('sortBy=externalId')).at(0)).toBe('nell@example.com')
    for (const query of ['sortBy=color', 'sortBy=userName&sortOrder=up'])
      expect((await send(`GET /Users?${query}`)).status, query).toBe(400)
    const since = encodeURIComponent(`meta.lastModified gt "${new Date(0).toISOString()}"`)
    expect(await names(`filter=${since}&sortBy=userName`)).toEqual(all)
  })
})
