import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@loquat/devkit'
import { Attribute, Change, Client } from 'ldapts'
import { dnOf, type Listed, type ListedChange, type RunningDirectory, service, suffix } from './listed.ts'

/** Where Debian and its descendants have it. */
export const slapd = '/usr/sbin/slapd'

const root = { dn: `cn=root,${suffix}`, password: 'may do everything' }

/** Accepts empty passwords, as the standard allows. Clients have to refuse them. */
const configuration = (folder: string) => `
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
modulepath /usr/lib/ldap
moduleload back_mdb
allow bind_anon_dn
database mdb
suffix "${suffix}"
rootdn "${root.dn}"
rootpw "${root.password}"
directory "${folder}"
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="${service.dn}" read by * none
`

const encryption = (folder: string) => `
TLSCertificateFile ${join(folder, 'certificate')}
TLSCertificateKeyFile ${join(folder, 'key')}
`

export interface SlapdCertificate {
  cert: string
  key: string
}

/** OpenLDAP, with these people in it. With a certificate, it also accepts TLS, at `securePort` from the start. */
export async function startSlapd(
  people: readonly Listed[],
  certificate?: SlapdCertificate,
): Promise<RunningDirectory & { securePort: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'slapd-'))
  const file = join(folder, 'slapd.conf')
  if (certificate !== undefined) {
    await writeFile(join(folder, 'certificate'), certificate.cert)
    await writeFile(join(folder, 'key'), certificate.key)
  }
  await writeFile(
    file,
    certificate === undefined ? configuration(folder) : encryption(folder) + configuration(folder),
  )
  const [port, securePort] = [await freePort(), await freePort()]
  const url = `ldap://127.0.0.1:${port}`
  const urls = certificate === undefined ? url : `${url} ldaps://127.0.0.1:${securePort}`
  const process = spawn(slapd, ['-f', file, '-h', urls, '-d', '0'], { stdio: 'ignore' })
  const exited = once(process, 'exit')
  const stop = async () => {
    process.kill()
    await exited
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await fill(url, people)
  } catch (error) {
    await stop()
    throw error
  }
  return { port, securePort, stop, change: (uid, change) => changeEntry(url, uid, change) }
}

async function fill(url: string, people: readonly Listed[]): Promise<void> {
  const client = new Client({ url, timeout: 5_000, connectTimeout: 5_000 })
  await eventually(() => client.bind(root.dn, root.password))
  await client.add(suffix, { objectClass: ['dcObject', 'organization'], o: 'Orchard', dc: 'orchard' })
  await client.add(service.dn, {
    objectClass: ['applicationProcess', 'simpleSecurityObject'],
    cn: 'loquat',
    userPassword: service.password,
  })
  for (const { uid, cn, mail, password, departmentNumber = [], employeeType } of people) {
    const person = {
      ...{ objectClass: 'inetOrgPerson', uid, cn, sn: cn, mail, userPassword: password },
      ...(departmentNumber.length > 0 ? { departmentNumber } : {}),
      ...(employeeType === undefined ? {} : { employeeType }),
    }
    await client.add(dnOf({ uid }), person)
  }
  await client.unbind()
}

async function changeEntry(url: string, uid: string, change: ListedChange): Promise<void> {
  const client = new Client({ url, timeout: 5_000, connectTimeout: 5_000 })
  await client.bind(root.dn, root.password)
  const changes = Object.entries(change).map(
    ([type, value]) =>
      new Change({ operation: 'replace', modification: new Attribute({ type, values: [value].flat() }) }),
  )
  await client.modify(dnOf({ uid }), changes)
  await client.unbind()
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
