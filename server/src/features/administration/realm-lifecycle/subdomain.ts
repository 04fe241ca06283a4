import type { App } from '../../../app.ts'
import { findRealm } from '../../../realms/store.ts'

/** Subdomains that the server needs or that could be misleading. */
const reservedSubdomains = new Set([
  ...['admin', 'api', 'app', 'auth', 'autoconfig', 'blog', 'cdn', 'chat', 'docs', 'ftp', 'help', 'imap'],
  ...['localhost', 'login', 'loquat', 'loquat-system', 'mail', 'pop', 'postmaster', 'root', 'security'],
  ...['smtp', 'static', 'status', 'support', 'system', 'test', 'uploads', 'webmaster', 'webmail', 'www'],
])

/** Why a subdomain cannot be used, or `available`. */
export async function checkSubdomain(app: App, name: string): Promise<string> {
  if (name.length < 3) return 'A subdomain has at least 3 characters.'
  if (name.length > 40) return 'A subdomain has at most 40 characters.'
  if (!/^[a-z0-9-]+$/.test(name)) return 'A subdomain consists of small letters, digits and dashes.'
  if (name.startsWith('-') || name.endsWith('-')) return 'A subdomain neither begins nor ends with a dash.'
  if (reservedSubdomains.has(name)) return 'This subdomain is reserved.'
  const taken = await findRealm(app.database.db, name)
  return taken === undefined ? 'available' : 'This subdomain is taken.'
}
