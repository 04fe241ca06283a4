import { Browser, castPassword, createWorld, expectEventsToReproduceState, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { afterPassword, codeOf } from '../second-factors/testing/authenticator-app.ts'
import { syncLdapAccounts } from './jobs.ts'
import { startDirectory } from './testing/directory.ts'

const password = 'kept in the directory'
const listed = (uid: string, more = {}) => ({ uid, cn: uid, mail: `${uid}@example.com`, password, ...more })
const filter = '(&(objectClass=inetOrgPerson)(!(employeeType=left))(|(uid=%s)(mail=%s)))'

async function worldWithDirectory(maxDeactivatedShare = 0.5) {
  const directory = await startDirectory([
    listed('carol', { cn: 'Carol Member', departmentNumber: ['Eng', 'all'] }),
    listed('dave', { cn: 'Dave' }),
    listed('alice', { cn: 'Alice', departmentNumber: ['Admins'] }),
  ])
  const mapping = {
    groupsAttribute: 'departmentNumber',
    roleAttribute: undefined,
    groups: [{ from: 'eng', to: 'Engineers' }],
    roles: [{ from: 'mods', to: 300 as const }],
    updatesNames: true,
  }
  const ldap = { ...directory.config, filter, mapping, sync: { maxDeactivatedShare } }
  const world = await createWorld({ config: { ldap }, quiet: true })
  const logIn = async (username: string) => await world.anyone.fetchApiKey({ username, password })
  const sync = async () => await syncLdapAccounts.run(world.app, {})
  const isActive = async (person: { id: number }) =>
    (await world.bob.api.getUser({ user_id: person.id })).user.is_active
  return { directory, world, logIn, sync, isActive }
}

describe('The LDAP sync', () => {
  it('deactivates users who left, and reactivates those who come back, but nobody else', async () => {
    const { directory, world, logIn, sync, isActive } = await worldWithDirectory()
    const { alice, bob, carol, dave, anyone } = world
    for (const name of ['carol', 'dave', 'alice']) await logIn(name)
    const browser = new Browser(world)
    await browser.logIn({ email: 'carol' }, password)
    await sync()
    expect(await isActive(carol)).toBe(true)

    await directory.change('carol', { employeeType: 'left' })
    await expectEventsToReproduceState(bob, sync)
    expect(await isActive(carol)).toBe(false)
    expect(await isActive(bob)).toBe(true)
    expect((await browser.send('GET /json/users/me')).status).toBe(401)
    const { entries } = await alice.api.getAuditLog({ kinds: ['user.deactivated'] })
    expect(entries).toMatchObject([{ target_id: carol.id, credential: 'system' }])

    await directory.change('carol', { employeeType: 'here' })
    await expectEventsToReproduceState(bob, sync)
    expect(await isActive(carol)).toBe(true)

    // An administrator was faster than the sync, and later deactivates them.
    await directory.change('carol', { employeeType: 'left' })
    await sync()
    await bob.api.reactivateUser({ user_id: carol.id })
    await directory.change('carol', { employeeType: 'here' })
    await sync()
    await bob.api.deactivateUser({ user_id: carol.id })
    await sync()
    expect(await isActive(carol)).toBe(false)

    // Deactivated by an administrator: stays so.
    await bob.api.deactivateUser({ user_id: dave.id })
    await sync()
    expect(await isActive(dave)).toBe(false)

    // The only owner stays.
    await directory.change('alice', { employeeType: 'left' })
    await sync()
    expect(await isActive(alice)).toBe(true)
    expect((await anyone.fetchApiKey({ username: bob.email, password: castPassword })).user_id).toBe(bob.id)
  })

  it('refuses to deactivate many at once, and changes nothing if the directory cannot be listed', async () => {
    const { directory, world, logIn, sync, isActive } = await worldWithDirectory(0.3)
    const { alice, carol, dave } = world
    for (const name of ['carol', 'dave', 'alice']) await logIn(name)
    for (const uid of ['carol', 'dave']) await directory.change(uid, { employeeType: 'left' })
    await sync()
    expect([await isActive(carol), await isActive(dave)]).toEqual([true, true])
    const { entries } = await alice.api.getAuditLog({ kinds: ['user.sync_refused'] })
    expect(entries).toMatchObject([{ after: { gone: 2, linked: 3, max: 1 } }])
    await directory.change('dave', { employeeType: 'here' })
    await sync()
    expect([await isActive(carol), await isActive(dave)]).toEqual([false, true])
    await directory.stop()
    await sync()
    expect(await isActive(dave)).toBe(true)
  })

  it('updates names, groups and roles, also at each login', async () => {
    const { directory, world, logIn, sync } = await worldWithDirectory()
    const { alice, bob, carol } = world
    await bob.api.createUserGroup({ name: 'Engineers', description: '', members: [bob.id] })
    const members = async () =>
      (await bob.api.getUserGroups({})).user_groups.find(({ name }) => name === 'Engineers')?.members
    await expectEventsToReproduceState(bob, async () => void (await logIn('carol')))
    expect(await members()).toEqual([bob.id, carol.id].sort((a, b) => a - b))
    await directory.change('carol', { cn: 'Carol Quince', departmentNumber: ['mods'] })
    await expectEventsToReproduceState(bob, sync)
    expect(await members()).toEqual([bob.id])
    const { user } = await bob.api.getUser({ user_id: carol.id })
    expect(user).toMatchObject({ full_name: 'Carol Quince', role: 300 })
    const { entries } = await alice.api.getAuditLog({ target_id: carol.id, target_type: 'user' })
    expect(entries.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['user.renamed', 'user.role_changed']),
    )

    await directory.change('carol', { departmentNumber: ['nothing'] })
    await logIn('carol')
    expect((await bob.api.getUser({ user_id: carol.id })).user.role).toBe(400)
  })
})

describe('An account of LDAP with a required second factor', () => {
  it('needs the code after the password of the directory', async () => {
    const { world, logIn } = await worldWithDirectory()
    const { alice, carol, anyone } = world
    await logIn('carol')
    const { secret } = await carol.api.startTotp({ password })
    await carol.api.confirmTotp({ code: codeOf(world, secret) })
    const { user_groups } = await alice.api.getUserGroups({})
    const everyone = user_groups.find(({ name }) => name === 'role:everyone')?.id ?? 0
    await alice.api.updateRealm({ second_factor_required_group: { new: everyone } })
    await logIn('dave')
    world.clock.advance(15 * 86_400)

    await expect(logIn('carol')).rejects.toMatchObject(withReason('second-factor-missing'))
    const code = codeOf(world, secret)
    expect((await anyone.fetchApiKey({ username: 'carol', password, code })).user_id).toBe(carol.id)
    await expect(anyone.fetchApiKey({ username: 'carol', password, code })).rejects.toMatchObject(
      withReason('second-factor-wrong'),
    )
    world.clock.advance(30)
    const { browser, to } = await afterPassword(world, { email: 'carol' }, { password })
    expect(to).toBe('/login/verify')
    expect((await browser.send('GET /json/users/me')).status).toBe(401)
    await browser.send('POST /login/verify', { code: codeOf(world, secret) })
    expect((await browser.send('GET /json/users/me')).body).toMatchObject({ user_id: carol.id })

    expect((await afterPassword(world, { email: 'dave' }, { password })).to).toBe('/login/set-up')
    await expect(logIn('dave')).rejects.toMatchObject(withReason('second-factor-setup-required'))
    await expect(
      anyone.fetchApiKey({ username: 'carol', password: castPassword, code }),
    ).rejects.toMatchObject(withReason('login-failed'))
  })
})
