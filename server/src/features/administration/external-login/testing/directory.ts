import { existsSync } from 'node:fs'
import type { LdapServer } from '@loquat/server/platform/login-config.ts'
import { noMapping } from '@loquat/server/platform/mapping-config.ts'
import { onTestFinished } from 'vitest'
import { type Listed, type RunningDirectory, service, suffix } from './listed.ts'
import { startResponder } from './responder.ts'
import { slapd, startSlapd } from './slapd.ts'

export interface TestDirectory extends RunningDirectory {
  /** For `createWorld({ config: { ldap } })`. */
  config: LdapServer
}

/** A directory of people: OpenLDAP where it is installed, otherwise our own stand-in for it. Ends with the test. */
export async function startDirectory(people: readonly Listed[]): Promise<TestDirectory> {
  const running = await (existsSync(slapd) ? startSlapd(people) : startResponder(people))
  onTestFinished(running.stop)
  return {
    ...running,
    config: {
      url: `ldap://127.0.0.1:${running.port}`,
      startTls: false,
      bindDn: service.dn,
      bindPassword: service.password,
      baseDn: suffix,
      filter: '(&(objectClass=inetOrgPerson)(|(uid=%s)(mail=%s)))',
      nameAttribute: 'cn',
      emailAttribute: 'mail',
      mapping: noMapping,
      autoSignup: false,
      sync: undefined,
      timeoutMs: 2_000,
    },
  }
}
