import { createRequire } from 'node:module'
import { apiError } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import { trim } from '../../../text.ts'

type EmailDenial = 'email-domain-denied' | 'email-plus-denied' | 'email-disposable-denied'

/**
 * Why the organization rejects an email address; undefined if it accepts it. Applies to new accounts and
 * address changes. Malformed addresses are rejected elsewhere.
 */
export function addressDenial(directory: Directory, email: string): EmailDenial | undefined {
  const address = trim(email).toLowerCase()
  const at = address.lastIndexOf('@')
  if (at < 0) return undefined
  const domain = address.slice(at + 1)
  if (directory.setting('emails_restricted_to_domains')) {
    const isListed = directory.realm.domains.some(
      (listed) =>
        domain === listed.domain || (listed.allow_subdomains && domain.endsWith(`.${listed.domain}`)),
    )
    if (!isListed) return 'email-domain-denied'
    // Plus addresses would turn one mailbox into any number of accounts.
    return address.slice(0, at).includes('+') ? 'email-plus-denied' : undefined
  }
  return directory.setting('disallow_disposable_email_addresses') && isDisposable(domain)
    ? 'email-disposable-denied'
    : undefined
}

export function assertAllowedAddress(directory: Directory, email: string): void {
  const denial = addressDenial(directory, email)
  if (denial !== undefined) throw apiError(denial)
}

let disposableDomains: Set<string> | undefined

/** Whether the domain offers anonymous throwaway addresses. Includes subdomains. */
function isDisposable(domain: string): boolean {
  disposableDomains ??= new Set(
    createRequire(import.meta.url)(
      'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json',
    ) as string[],
  )
  for (let rest = domain; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    if (disposableDomains.has(rest)) return true
  }
  return false
}

const maxDomainLength = 255
const domainForm = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

/** Validates a domain and returns it as stored. */
export function checkedDomain(directory: Directory, sent: string): string {
  const domain = trim(sent).toLowerCase()
  if (domain.length > maxDomainLength || !domainForm.test(domain)) {
    throw apiError('domain-name-invalid')
  }
  if (directory.realm.domains.some((listed) => listed.domain === domain)) {
    throw apiError('domain-name-taken')
  }
  return domain
}
