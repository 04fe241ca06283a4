import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import type { Client, Entry, SearchOptions } from 'ldapts'
import type { LdapServer } from '../../../platform/login-config.ts'
import { claimsOf } from './apply-mapping.ts'

/** An LDAP entry of a user. */
export interface LdapEntry {
  /** Permanent ID. */
  subject: string
  email: string | undefined
  name: string | undefined
  /** Values for the mapping, in lower case: names in LDAP ignore case. */
  groups: readonly string[]
  roles: readonly string[]
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
  await connect(client, server)
  const { searchEntries } = await client.search(server.baseDn, {
    ...searchOptions(server),
    filter: server.filter.replaceAll('%s', () => library.Filter.escape(name)),
    sizeLimit: 2,
  })
  const [entry, ...others] = searchEntries
  if (entry === undefined || others.length > 0) return undefined
  try {
    await client.bind(entry.dn, password)
  } catch (error) {
    if (error instanceof library.ResultCodeError) return undefined
    throw error
  }
  return presentEntry(server, entry)
}

async function connect(client: Client, server: LdapServer): Promise<void> {
  if (server.startTls) await client.startTLS(nameOf(server))
  if (server.bindDn !== undefined) await client.bind(server.bindDn, server.bindPassword)
}

function searchOptions({ nameAttribute, emailAttribute, mapping, timeoutMs }: LdapServer): SearchOptions {
  const mapped = [mapping.groupsAttribute, mapping.roleAttribute].filter((one) => one !== undefined)
  return {
    scope: 'sub',
    timeLimit: Math.ceil(timeoutMs / 1_000),
    attributes: [nameAttribute, emailAttribute, ...mapped, ...idAttributes],
    explicitBufferAttributes: ['objectGUID'],
  }
}

function presentEntry({ nameAttribute, emailAttribute, mapping }: LdapServer, entry: Entry): LdapEntry {
  const ids = idAttributes.flatMap((attribute) => valuesOf(entry, attribute)[0] ?? [])
  return {
    subject: ids[0] ?? entry.dn.toLowerCase(),
    email: valuesOf(entry, emailAttribute)[0],
    name: valuesOf(entry, nameAttribute)[0],
    ...claimsOf(mapping, (attribute) => valuesOf(entry, attribute).map((value) => value.toLowerCase())),
  }
}

const pageSize = 500
const maxEntries = 500_000

/**
 * All users of the directory, by their permanent ID. Throws if the list is not complete: a user who is missing because of an
 * error must not count as gone.
 */
export async function listLdapEntries(
  server: LdapServer,
  stopping?: AbortSignal,
): Promise<Map<string, LdapEntry>> {
  const library = await import('ldapts')
  const { url, timeoutMs } = server
  const client = new library.Client({ url, timeout: timeoutMs, connectTimeout: timeoutMs })
  const entries = new Map<string, LdapEntry>()
  try {
    await connect(client, server)
    const filter = server.filter.replaceAll('%s', '*')
    const pages = client.searchPaginated(server.baseDn, {
      ...searchOptions(server),
      filter,
      paged: { pageSize },
    })
    for await (const { searchEntries } of pages) {
      stopping?.throwIfAborted()
      for (const entry of searchEntries) {
        const presented = presentEntry(server, entry)
        entries.set(presented.subject, presented)
      }
      if (entries.size > maxEntries) throw new Error(`The directory has more than ${maxEntries} users.`)
    }
  } finally {
    void client.unbind().catch(() => {})
  }
  if (entries.size === 0) throw new Error('The directory has no users.')
  return entries
}

/** The server name for the certificate. Not set for an IP address. */
function nameOf({ url }: LdapServer): ConnectionOptions {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return { host, ...(isIP(host) === 0 ? { servername: host } : {}) }
}

/** Servers vary the case of attribute names. */
function valuesOf(entry: Entry, attribute: string): string[] {
  const found = Object.keys(entry).find((name) => name.toLowerCase() === attribute.toLowerCase())
  const values = found === undefined ? [] : [entry[found] ?? []].flat()
  return values
    .map((value) => (Buffer.isBuffer(value) ? value.toString('hex') : String(value)))
    .filter((value) => value !== '')
}
