import { apiError, type RealmDomain } from '@loquat/contract'
import type { Directory } from '../../../directory/directory.ts'
import type { Realm } from '../../../realms/realm.ts'
import { resetSettings } from '../channel-changes/store.ts'
import { checkedDomain } from './rules.ts'
import * as store from './store.ts'

const everyone = { everyone: true } as const
const touches = { realm: true } as const

const targetOf = (name: string) => ({ type: 'domain', name }) as const

/** Domains are matched by exact spelling. */
function assertListed({ realm }: Directory, domain: string): void {
  if (!realm.domains.some((listed) => listed.domain === domain)) {
    throw apiError('domain-not-found')
  }
}

export async function addDomain(realm: Realm, sent: RealmDomain): Promise<[number, string]> {
  return await realm.transactExclusively(async (tx) => {
    const realm_domain = { ...sent, domain: checkedDomain(realm.directory, sent.domain) }
    const id = await store.insertDomain(tx, realm_domain)
    tx.audit({ kind: 'domain.added', target: targetOf(realm_domain.domain), after: realm_domain })
    tx.publish({ type: 'realm_domains', op: 'add', realm_domain }, everyone, touches)
    return [id, realm_domain.domain]
  })
}

export async function updateDomain(realm: Realm, realm_domain: RealmDomain): Promise<void> {
  await realm.transactExclusively(async (tx) => {
    assertListed(realm.directory, realm_domain.domain)
    await store.updateDomain(tx, realm_domain)
    tx.audit({
      kind: 'domain.changed',
      target: targetOf(realm_domain.domain),
      before: { ...realm.directory.realm.domains.find(({ domain }) => domain === realm_domain.domain) },
      after: realm_domain,
    })
    tx.publish({ type: 'realm_domains', op: 'change', realm_domain }, everyone, touches)
  })
}

/** Lifts the restriction with the last domain, because nobody could join otherwise. */
export async function removeDomain(realm: Realm, domain: string): Promise<void> {
  const { directory } = realm
  await realm.transactExclusively(async (tx) => {
    assertListed(directory, domain)
    if (directory.realm.domains.length === 1 && directory.setting('emails_restricted_to_domains')) {
      const property = 'emails_restricted_to_domains'
      await resetSettings(tx, [property])
      tx.audit({
        kind: 'organization.settings_changed',
        before: { [property]: true },
        after: { [property]: false },
      })
      tx.publish({ type: 'realm', op: 'update', property, value: false }, everyone, touches)
    }
    await store.deleteDomain(tx, domain)
    tx.audit({ kind: 'domain.removed', target: targetOf(domain) })
    tx.publish({ type: 'realm_domains', op: 'remove', domain }, everyone, touches)
  })
}
