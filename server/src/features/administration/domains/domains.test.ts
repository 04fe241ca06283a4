import type { Reason } from '@loquat/contract'
import { createWorld, eventsPerUser, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const list = async (person: Person) => (await person.api.getDomains()).domains

describe('Domains of an organization', () => {
  it('are added, changed and removed, with an event to everyone each time', async () => {
    const { alice, carol, greta } = await createWorld()
    let id = 0
    const received = await eventsPerUser({ carol, greta }, async () => {
      const { new_domain } = await alice.api.addDomain({
        domain: ' Orchard.EXAMPLE.com\t',
        allow_subdomains: false,
      })
      expect(new_domain).toEqual([expect.any(Number), 'orchard.example.com'])
      ;[id] = new_domain
    })
    expect(received.greta).toMatchObject([
      {
        type: 'realm_domains',
        op: 'add',
        realm_domain: { domain: 'orchard.example.com', allow_subdomains: false },
      },
    ])
    const more = { domain: 'a-b.org', allow_subdomains: true }
    expect((await alice.api.addDomain(more)).new_domain[0]).toBeGreaterThan(id)
    const orchard = { domain: 'orchard.example.com', allow_subdomains: true }
    const changed = await eventsPerUser({ carol }, () => alice.api.updateDomain(orchard))
    expect(changed.carol).toMatchObject([{ op: 'change', realm_domain: orchard }])
    expect(await list(greta)).toEqual([orchard, more])
    const removed = await eventsPerUser({ carol }, () => alice.api.removeDomain({ domain: 'a-b.org' }))
    expect(removed.carol).toMatchObject([{ op: 'remove', domain: 'a-b.org' }])
    expect(await list(carol)).toEqual([orchard])
  })

  it('end the domain restriction with the last one, publishing that first', async () => {
    const { alice, carol } = await createWorld()
    for (const domain of ['one.org', 'two.org'])
      await alice.api.addDomain({ domain, allow_subdomains: false })
    await alice.api.updateRealm({ emails_restricted_to_domains: true })
    await alice.api.removeDomain({ domain: 'one.org' })
    expect((await carol.api.register()).realm_emails_restricted_to_domains).toBe(true)
    const received = await eventsPerUser({ carol }, () => alice.api.removeDomain({ domain: 'two.org' }))
    expect(received.carol).toMatchObject([
      { type: 'realm', property: 'emails_restricted_to_domains', value: false },
      { type: 'realm_domains', op: 'remove', domain: 'two.org' },
    ])
    await alice.api.addDomain({ domain: 'three.org', allow_subdomains: false })
    const unrestricted = await eventsPerUser({ carol }, () => alice.api.removeDomain({ domain: 'three.org' }))
    expect(unrestricted.carol?.map((event) => event.type)).toEqual(['realm_domains'])
  })

  it('require an owner and valid domain names, and are found by their exact spelling', async () => {
    const { alice, bob } = await createWorld()
    await alice.api.addDomain({ domain: 'one.org', allow_subdomains: false })
    const one = { domain: 'one.org', allow_subdomains: true }
    await expect(bob.api.addDomain(one)).rejects.toMatchObject(withReason('caller-not-owner'))
    await expect(bob.api.updateDomain(one)).rejects.toMatchObject(withReason('caller-not-owner'))
    await expect(bob.api.removeDomain(one)).rejects.toMatchObject(withReason('caller-not-owner'))
    const label = 'x'.repeat(60)
    const bad = [
      ...['', ' ', 'org', '.one.org', 'one.org.', 'one..org', '-one.org', 'one-.org', 'one.-org', 'one.org-'],
      ...['on e.org', 'ön.org', 'one_two.org', '@one.org', [label, label, label, label, label].join('.')],
    ]
    for (const domain of bad) {
      const added = alice.api.addDomain({ domain, allow_subdomains: true })
      await expect(added, domain).rejects.toMatchObject(withReason('domain-name-invalid'))
    }
    const again = alice.api.addDomain({ domain: 'ONE.org', allow_subdomains: true })
    await expect(again).rejects.toMatchObject(withReason('domain-name-taken'))
    for (const domain of ['ONE.org', ' one.org', 'two.org']) {
      const updated = alice.api.updateDomain({ domain, allow_subdomains: true })
      await expect(updated, domain).rejects.toMatchObject(withReason('domain-not-found'))
      await expect(alice.api.removeDomain({ domain }), domain).rejects.toMatchObject(
        withReason('domain-not-found'),
      )
    }
    expect(await list(bob)).toEqual([{ domain: 'one.org', allow_subdomains: false }])
  })

  it('restrict the accepted email addresses', async () => {
    const { alice } = await createWorld()
    let n = 0
    const tries = async (cases: readonly (readonly [string, Reason?])[]) => {
      for (const [email, reason] of cases) {
        const person = { email, full_name: `Erin ${n++}`, password: 'quinces in the attic' }
        const done = alice.api.createUser(person)
        if (reason === undefined)
          await expect(done, email).resolves.toMatchObject({ user_id: expect.any(Number) })
        else await expect(done, email).rejects.toMatchObject(withReason(reason))
      }
    }
    await tries([
      ['a+b@anywhere.org'],
      ['a@mailinator.com', 'email-disposable-denied'],
      ['a@MAILINATOR.com', 'email-disposable-denied'],
      ['a@eu.mailinator.com', 'email-disposable-denied'],
      ['a@notmailinator.com.org'],
    ])
    await alice.api.updateRealm({ disallow_disposable_email_addresses: false })
    await tries([['a@mailinator.com']])
    await alice.api.updateRealm({
      emails_restricted_to_domains: true,
      disallow_disposable_email_addresses: true,
    })
    await alice.api.addDomain({ domain: 'yopmail.com', allow_subdomains: false })
    await alice.api.addDomain({ domain: 'orchard.org', allow_subdomains: true })
    await tries([
      ['b@anywhere.org', 'email-domain-denied'],
      ['b@Yopmail.com'],
      ['b@sub.yopmail.com', 'email-domain-denied'],
      ['b@orchard.org'],
      ['b@a.b.orchard.org'],
      ['b@theorchard.org', 'email-domain-denied'],
      ['b+c@orchard.org', 'email-plus-denied'],
    ])
  })
})
