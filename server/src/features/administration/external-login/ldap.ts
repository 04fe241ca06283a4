import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { Client, Entry } from 'ldapts'
import type { LdapServer } from '../../../platform/login-config.ts'

/** An authenticated LDAP entry. */
export interface LdapEntry {
  /** Permanent ID. */
  subject: string
  email: string | undefined
  name: string | undefined
}

/** Attributes that survive renames and moves, by server product. */
const idAttributes = ['entryUUID', 'objectGUID', 'nsUniqueId', 'ipaUniqueID']

/**
 * Finds an entry and binds as it. Undefined if there is none or more than one, or if the password is wrong.
 * Throws if the LDAP server is unreachable or times out.
 */
export async function authenticateByLdap(
  server: LdapServer,
  name: string,
  password: string,
): Promise<LdapEntry | undefined> {
  // A bind without a password succeeds without authentication.
  if (password === '') return undefined
  const library = await import('ldapts')
  const { url, timeoutMs } = server
  const client = new library.Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`The directory took longer than ${timeoutMs} ms.`)), timeoutMs)
  })
  try {
    return await Promise.race([ask(library, client, server, name, password), late])
  } finally {
    clearTimeout(timer)
    void client.unbind().catch(() => {})
  }
}

async function ask(
  library: typeof import('ldapts'),
  client: Client,
  server: LdapServer,
  name: string,
  password: string,
): Promise<LdapEntry | undefined> {
  if (server.startTls) await client.startTLS(nameOf(server))
  if (server.bindDn !== undefined) await client.bind(server.bindDn, server.bindPassword)
  const { nameAttribute, emailAttribute } = server
  const { searchEntries } = await client.search(server.baseDn, {
    scope: 'sub',
    filter: server.filter.replaceAll('%s', () => library.Filter.escape(name)),
    sizeLimit: 2,
    timeLimit: Math.ceil(server.timeoutMs / 1_000),
    attributes: [nameAttribute, emailAttribute, ...idAttributes],
    explicitBufferAttributes: ['objectGUID'],
  })
  const [entry, ...others] = searchEntries
  if (entry === undefined || others.length > 0) return undefined
  try {
    await client.bind(entry.dn, password)
  } catch (error) {
    if (error instanceof library.ResultCodeError) return undefined
    throw error
  }
  const ids = idAttributes.flatMap((attribute) => firstValue(entry, attribute) ?? [])
  return {
    subject: ids[0] ?? entry.dn.toLowerCase(),
    email: firstValue(entry, emailAttribute),
    name: firstValue(entry, nameAttribute),
  }
}

/** The server name for the certificate. Not set for an IP address. */
function nameOf({ url }: LdapServer): ConnectionOptions {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return { host, ...(isIP(host) === 0 ? { servername: host } : {}) }
}

/** The first value. Servers vary the case of attribute names. */
function firstValue(entry: Entry, attribute: string): string | undefined {
  const found = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase())
  const values = found === undefined ? undefined : entry[found]
  const value = Array.isArray(values) ? values[0] : values
  const text = Buffer.isBuffer(value) ? value.toString('hex') : value
  return text === undefined || text === '' ? undefined : text
}
