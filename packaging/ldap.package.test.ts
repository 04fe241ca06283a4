import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createWorld, withReason } from '@loquat/devkit'
import { syncLdapAccounts } from '@loquat/server/features/administration/external-login/jobs.ts'
import { service, suffix } from '@loquat/server/features/administration/external-login/testing/listed.ts'
import { startSlapd } from '@loquat/server/features/administration/external-login/testing/slapd.ts'
import { certificates } from '@loquat/server/http/testing/certificates.ts'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { ensureInstalled } from './testing/debian-programs.ts'

beforeAll(() => ensureInstalled({ slapd: 'slapd' }), 300_000)

const password = 'kept in the directory'

describe('OpenLDAP', () => {
  it('authenticates over TLS with a trusted certificate only, gives groups, and deactivates who left', async () => {
    const carol = {
      uid: 'carol',
      cn: 'Carol',
      mail: 'carol@example.com',
      password,
      departmentNumber: ['Eng'],
    }
    const dave = { uid: 'dave', cn: 'Dave', mail: 'dave@example.com', password }
    const directory = await startSlapd([carol, dave], certificates.first)
    onTestFinished(directory.stop)
    const mapping = {
      groupsAttribute: 'departmentNumber',
      roleAttribute: undefined,
      groups: [{ from: 'eng', to: 'Engineers' }],
      roles: [],
      updatesNames: false,
    }
    const ldap = {
      url: `ldaps://127.0.0.1:${directory.securePort}`,
      startTls: false,
      bindDn: service.dn,
      bindPassword: service.password,
      baseDn: suffix,
      filter: '(&(objectClass=inetOrgPerson)(!(employeeType=left))(|(uid=%s)(mail=%s)))',
      nameAttribute: 'cn',
      emailAttribute: 'mail',
      mapping,
      autoSignup: false,
      sync: { maxDeactivatedShare: 1 },
      timeoutMs: 10_000,
    }
    const startTls = { ...ldap, url: `ldap://127.0.0.1:${directory.port}`, startTls: true }
    const world = await createWorld({ config: { ldap }, quiet: true })
    const { alice, anyone } = world
    await alice.api.createUserGroup({ name: 'Engineers', description: '', members: [alice.id] })
    const logIn = async () => await anyone.fetchApiKey({ username: 'carol', password })
    const trusted = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(trusted))
    for (const server of [ldap, startTls]) {
      Object.assign(world.app.config, { ldap: server })
      setDefaultCACertificates(trusted)
      await expect(logIn(), server.url).rejects.toMatchObject(withReason('login-directory-unavailable'))
      setDefaultCACertificates([...trusted, certificates.first.cert])
      expect(await logIn(), server.url).toMatchObject({ user_id: world.carol.id })
    }
    await expect(anyone.fetchApiKey({ username: 'carol', password: 'x' })).rejects.toThrow()
    const { user_groups } = await alice.api.getUserGroups()
    expect(user_groups.find(({ name }) => name === 'Engineers')?.members).toContain(world.carol.id)
    await directory.change('carol', { employeeType: 'left' })
    await syncLdapAccounts.run(world.app, {})
    expect((await alice.api.getUser({ user_id: world.carol.id })).user.is_active).toBe(false)
  })
})
