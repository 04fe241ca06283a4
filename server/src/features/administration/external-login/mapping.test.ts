import { Browser, createWorld, expectEventsToReproduceState, type World } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { configFrom } from '../../../platform/config.ts'
import { startIdentityProvider } from '../saml/testing/identity-provider.ts'
import { ownKey } from '../saml/testing/keys.ts'
import { logInBySaml } from '../saml/testing/login.ts'
import { startProvider } from './testing/provider.ts'

const url = 'https://chat.orchard.example'

const mapping = {
  groupsAttribute: 'groups',
  roleAttribute: undefined,
  groups: [
    { from: 'eng', to: 'Engineers' },
    { from: 'ops', to: 'Operators' },
    { from: 'ops', to: 'No such group' },
    { from: 'eng', to: 'role:administrators' },
  ],
  roles: [
    { from: 'chat-admins', to: 200 as const },
    { from: 'contractors', to: 600 as const },
  ],
  updatesNames: false,
}

/** Creates the two groups. Returns a function for their members. */
async function createGroups({ bob }: World) {
  for (const name of ['Engineers', 'Operators']) {
    await bob.api.createUserGroup({ name, description: '', members: [bob.id] })
  }
  return async (name: string) =>
    (await bob.api.getUserGroups({})).user_groups.find((group) => group.name === name)?.members
}

describe('Groups and roles of a login provider', () => {
  it('are applied at each SAML login, and take back only their own', async () => {
    const provider = await startIdentityProvider({ provider: { mapping } })
    const world = await createWorld({ config: { url, samlProviders: [provider.config], samlKey: ownKey } })
    const { alice, bob, carol } = world
    const members = await createGroups(world)
    const logIn = async (groups: string[], { email } = carol) => {
      provider.account = { nameId: email, attributes: { groups } }
      await logInBySaml(world, provider)
    }
    const roleOf = async ({ id }: { id: number }) => (await bob.api.getUser({ user_id: id })).user.role
    const sorted = (...ids: number[]) => ids.sort((a, b) => a - b)

    await expectEventsToReproduceState(bob, () => logIn(['eng', 'chat-admins', 'contractors']))
    expect(await members('Engineers')).toEqual(sorted(bob.id, carol.id))
    expect(await members('role:administrators')).not.toContain(0)
    expect(await roleOf(carol)).toBe(200)
    const { entries } = await alice.api.getAuditLog({ kinds: ['group.members_changed', 'user.role_changed'] })
    expect(entries).toMatchObject([
      { kind: 'user.role_changed', after: { role: 200 } },
      { kind: 'group.members_changed', after: { added: [carol.id], removed: [] } },
    ])

    // A login that changes nothing records nothing else.
    await logIn(['eng', 'chat-admins'])
    const again = await alice.api.getAuditLog({ kinds: ['group.members_changed', 'user.role_changed'] })
    expect(again.entries).toHaveLength(2)

    await expectEventsToReproduceState(bob, () => logIn(['ops']))
    expect(await members('Engineers')).toEqual([bob.id])
    expect(await members('Operators')).toEqual(sorted(bob.id, carol.id))
    expect(await roleOf(carol)).toBe(400)

    // Bob was there before, and stays.
    await logIn(['eng'], bob)
    await logIn([], bob)
    expect(await members('Engineers')).toEqual([bob.id])
    expect(await roleOf(bob)).toBe(200)

    // Owners are never changed.
    await logIn(['contractors'], alice)
    expect(await roleOf(alice)).toBe(100)
  })

  it('are claims of OpenID Connect', async () => {
    const path = '/accounts/login/openid/acme'
    const provider = await startProvider(`${url}${path}/callback`)
    const openIdProviders = [{ ...provider.config, mapping }]
    const world = await createWorld({ config: { url, openIdProviders } })
    const { bob, carol } = world
    const members = await createGroups(world)
    provider.accounts.set('c', { email: carol.email, email_verified: true, groups: ['eng', 'contractors'] })
    const browser = new Browser(world)
    const sent = await browser.send(`GET ${path}`)
    provider.who = 'c'
    const back = new URL(await provider.visit(sent.headers.get('location') ?? ''))
    await browser.send(`GET ${path}/callback${back.search}`)
    expect(await members('Engineers')).toEqual([bob.id, carol.id].sort((a, b) => a - b))
    expect((await bob.api.getUser({ user_id: carol.id })).user.role).toBe(600)
  })

  it('are read from settings', () => {
    const ldap = { LOQUAT_LDAP_URL: 'ldaps://directory', LOQUAT_LDAP_BASE_DN: 'dc=example' }
    const config = configFrom({
      ...ldap,
      LOQUAT_LDAP_GROUPS_ATTRIBUTE: 'memberOf',
      LOQUAT_LDAP_GROUPS: 'CN=Eng,DC=example => Engineers; cn=ops,dc=example => Operators',
      LOQUAT_LDAP_ROLES: 'cn=admins,dc=example => administrator',
      LOQUAT_LDAP_UPDATE_NAMES: 'on',
      LOQUAT_LDAP_SYNC: 'on',
    })
    expect(config.ldap).toMatchObject({
      mapping: {
        groupsAttribute: 'memberOf',
        groups: [
          { from: 'cn=eng,dc=example', to: 'Engineers' },
          { from: 'cn=ops,dc=example', to: 'Operators' },
        ],
        roles: [{ from: 'cn=admins,dc=example', to: 200 }],
        updatesNames: true,
      },
      sync: { maxDeactivatedShare: 0.1 },
    })
    for (const [problem, env] of [
      ['LOQUAT_LDAP_GROUPS_ATTRIBUTE is missing', { LOQUAT_LDAP_GROUPS: 'a => b' }],
      ['LOQUAT_LDAP_ROLE_ATTRIBUTE is missing', { LOQUAT_LDAP_ROLES: 'a => member' }],
      ['must be a list like', { LOQUAT_LDAP_GROUPS_ATTRIBUTE: 'x', LOQUAT_LDAP_GROUPS: 'a, b' }],
      ['not "owner"', { LOQUAT_LDAP_ROLE_ATTRIBUTE: 'x', LOQUAT_LDAP_ROLES: 'a => owner' }],
      ['LOQUAT_LDAP_SYNC_MAX_PERCENT must be', { LOQUAT_LDAP_SYNC_MAX_PERCENT: '0' }],
    ] as const) {
      expect(() => configFrom({ ...ldap, ...env })).toThrow(problem)
    }
  })
})
