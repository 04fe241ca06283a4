import {
  Browser,
  createMailbox,
  createWorld,
  expectEventsToReproduceState,
  keyInEmail,
  keyOfLink,
  linkInEmail,
  type World,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { invited, newcomer, typesFor } from './testing/fixtures.ts'

async function worldWithMailbox() {
  const mailbox = await createMailbox()
  return { mailbox, world: await createWorld({ config: { smtpUrl: mailbox.smtpUrl } }) }
}

const channelNames = async (world: World, userId: number) =>
  (await world.person(userId).api.getSubscriptions()).subscriptions.map((one) => one.name).sort()

describe('Accepting an invitation', () => {
  it('creates an account with the offered role, channels and groups, and logs in', async () => {
    const { world, mailbox } = await worldWithMailbox()
    const { alice, carol, anyone } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'harvest' }], invite_only: true })
    const { streams } = await alice.api.getChannels()
    const harvest = streams.find((one) => one.name === 'harvest')?.stream_id ?? 0
    const { group_id } = await alice.api.createUserGroup({ name: 'pickers', description: '', members: [] })
    const key = await invited(world, mailbox, 'Nadia@example.org', alice, {
      stream_ids: [harvest],
      group_ids: [group_id],
      invite_as: 300,
    })
    expect(await anyone.getJoining({ key })).toEqual({
      email: 'Nadia@example.org',
      invited_by: 'Alice Owner',
      invited_as: 300,
      channels: ['harvest'],
      has_account: false,
      needs_password: true,
    })
    const browser = new Browser(world)
    let joined = 0
    await expectEventsToReproduceState(alice, async () => {
      const answer = await browser.send(`POST /json/join/${key}`, {
        ...newcomer,
        timezone: 'Asia/Calcutta',
        email_address_visibility: '3',
      })
      expect(answer.body).toMatchObject({ result: 'success', email: 'Nadia@example.org' })
      joined = answer.body.user_id as number
    })
    expect((await browser.send('GET /json/users/me')).body).toMatchObject({
      user_id: joined,
      full_name: 'Nadia New',
      role: 300,
      delivery_email: 'Nadia@example.org',
    })
    expect(await channelNames(world, joined)).toEqual(['harvest'])
    const members = await alice.api.getGroupMembers({ user_group_id: group_id })
    expect(members.members).toEqual([joined])
    const seen = await carol.api.getUser({ user_id: joined })
    expect(seen.user).toMatchObject({ delivery_email: null, email: expect.stringMatching(/^user\d+@/) })

    const emails = await mailbox.emails(world)
    expect(emails.map((one) => one.subject)).toEqual(['Your account on Orchard'])
    await expect(anyone.getJoining({ key })).rejects.toMatchObject(withReason('invitation-expired'))
    await expect(anyone.join({ key, ...newcomer })).rejects.toMatchObject(withReason('invitation-expired'))
  })

  it('adds the default channels on request, and revokes other invitations to the address', async () => {
    const { world, mailbox } = await worldWithMailbox()
    const { alice, bob, carol, anyone } = world
    await alice.api.subscribe({ subscriptions: [{ name: 'harvest' }] })
    const { streams } = await alice.api.getChannels()
    const harvest = streams.find((one) => one.name === 'harvest')?.stream_id ?? 0
    const byCarol = await invited(world, mailbox, 'nadia@example.org', carol, { stream_ids: [harvest] })
    const byBob = await invited(world, mailbox, 'nadia@example.org', bob, {
      stream_ids: [harvest],
      include_realm_default_subscriptions: true,
    })
    let id = 0
    const eventTypes = await typesFor([carol, world.dave], async () => {
      id = (await anyone.join({ key: byBob, ...newcomer })).user_id
    })
    expect(eventTypes.map((types) => types.includes('invites_changed'))).toEqual([true, false])
    expect(await channelNames(world, id)).toEqual(['general', 'harvest'])
    await expect(anyone.join({ key: byCarol, ...newcomer })).rejects.toMatchObject(
      withReason('invitation-expired'),
    )
    expect((await alice.api.getInvitations()).invites).toEqual([])
  })

  it('notifies the inviter on request, welcomes the new user, and announces them', async () => {
    const { world, mailbox } = await worldWithMailbox()
    const { alice, carol, anyone } = world
    const { streams } = await alice.api.getChannels()
    const general = streams.find((one) => one.name === 'general')?.stream_id ?? 0
    await alice.api.updateRealm({ signup_announcements_stream_id: general })
    const lastTo = async (person: typeof alice) => {
      const { messages } = await person.api.getMessages({
        anchor: 'newest',
        num_before: 50,
        num_after: 0,
        apply_markdown: false,
      })
      return messages
    }
    const quiet = await invited(world, mailbox, 'quiet@example.org', carol, {
      notify_referrer_on_join: false,
    })
    const loud = await invited(world, mailbox, 'loud@example.org', carol)
    const first = await anyone.join({ key: quiet, full_name: 'Quinn Quiet', password: newcomer.password })
    const second = await anyone.join({ key: loud, full_name: 'Lou Loud', password: newcomer.password })
    const seen = (await lastTo(carol)).map((one) => `${one.sender_full_name}: ${one.content}`)
    const accepted = seen.filter((text) => text.includes('accepted your invitation'))
    expect(accepted).toEqual([`Notification Bot: @_**Lou Loud|${second.user_id}** accepted your invitation.`])
    expect(seen).toContainEqual(
      `Notification Bot: @_**Quinn Quiet|${first.user_id}** joined this organization.`,
    )
    const welcome = (await lastTo(world.person(second.user_id))).filter((one) => one.type === 'private')
    expect(welcome).toHaveLength(1)
    expect(welcome[0]).toMatchObject({ sender_full_name: 'Welcome Bot', flags: ['starred'] })
  })

  it('checks name, password, time zone, domain and account', async () => {
    const { world, mailbox } = await worldWithMailbox()
    const { alice, anyone } = world
    const key = await invited(world, mailbox, 'nadia@example.org')
    for (const [change, reason] of [
      [{ full_name: 'N' }, 'user-name-too-short'],
      [{ password: 'abc' }, 'password-too-weak'],
      [{ password: '' }, 'password-too-weak'],
      [{ timezone: 'Mars/Olympus' }, 'timezone-not-found'],
      [{ email_address_visibility: 9 }, 'parameter-invalid'],
    ] as const) {
      await expect(anyone.join({ key, ...newcomer, ...change }), reason).rejects.toMatchObject(
        withReason(reason),
      )
    }
    await alice.api.addDomain({ domain: 'example.com', allow_subdomains: false })
    await alice.api.updateRealm({ emails_restricted_to_domains: true })
    await expect(anyone.join({ key, ...newcomer })).rejects.toMatchObject(withReason('email-domain-denied'))
    await alice.api.updateRealm({ emails_restricted_to_domains: false })
    await alice.api.createUser({ email: 'NADIA@example.org', ...newcomer })
    await expect(anyone.join({ key, ...newcomer })).rejects.toMatchObject(withReason('email-address-taken'))
    const page = await new Browser(world).send(`GET /join/${key}/`)
    const login = '/login?username=nadia%40example.org&next=%2F'
    expect([page.status, page.headers.get('location')]).toEqual([303, login])
  })

  it('creates one account in concurrent requests', async () => {
    const { world, mailbox } = await worldWithMailbox()
    const key = await invited(world, mailbox, 'nadia@example.org')
    const attempts = Array.from({ length: 4 }, () => world.anyone.join({ key, ...newcomer }))
    const outcomes = await Promise.allSettled(attempts)
    expect(outcomes.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason.status).toBeLessThan(500)
  })

  it('works on a page without scripts, from the email to being logged in', async () => {
    const { world, mailbox } = await worldWithMailbox()
    await world.alice.api.sendInvitations({ invitee_emails: 'nadia@example.org', stream_ids: [] })
    const [received] = await mailbox.emails(world)
    const path = new URL(linkInEmail(received, '/join/')).pathname as '/'
    const browser = new Browser(world)
    const form = await browser.send(`GET ${path}`)
    expect(form.text).toContain('Alice Owner has invited you as a member.')
    const carol = new Browser(world)
    await carol.logIn(world.carol)
    expect((await carol.send(`GET ${path}`)).text).toContain('Continue as Carol Member')
    expect((await carol.send(`GET ${path}?instead`)).text).toContain('name="full_name"')
    expect(form.text).toContain('nadia@example.org')
    const weak = await browser.send(`POST ${path}`, { full_name: 'Nadia "<b>', password: 'abc' })
    expect(weak.status).toBe(400)
    expect(weak.text).toContain('value="Nadia &quot;&lt;b&gt;"')
    const joined = await browser.send(`POST ${path}`, {
      ...newcomer,
      timezone: 'Europe/Berlin',
      visibility: '2',
    })
    expect([joined.status, joined.headers.get('location')]).toEqual([303, '/'])
    expect((await browser.send('GET /')).text).toContain('Nadia New')
    const again = await new Browser(world).send(`GET ${path}`)
    expect([again.status, again.text.includes('no longer valid')]).toEqual([404, true])

    const options = { stream_ids: [], invite_expires_in_minutes: 10 }
    await world.alice.api.sendInvitations({ invitee_emails: 'late@example.org', ...options })
    const late = keyInEmail(
      (await mailbox.emails(world)).find((one) => one.recipients.includes('late@example.org')),
      '/join/',
    )
    world.clock.advance(601)
    const expired = await new Browser(world).send(`GET /join/${late}/`)
    expect(expired.text).toContain('It has expired. Ask Alice Owner for a new one.')
  })
})

describe('A reusable invitation link', () => {
  it('asks for an address, emails a personal link, and stays valid', async () => {
    const { world, mailbox } = await worldWithMailbox()
    const { bob, anyone } = world
    const { invite_link } = await bob.api.createInvitationLink({
      invite_as: 600,
      include_realm_default_subscriptions: true,
    })
    const key = keyOfLink(invite_link)
    expect(await anyone.getJoining({ key })).toMatchObject({ email: null, invited_as: 600 })
    await expect(anyone.join({ key, ...newcomer })).rejects.toMatchObject(withReason('signup-email-missing'))
    for (const [email, reason] of [
      ['nobody', 'email-address-invalid'],
      [world.carol.email, 'email-address-taken'],
      ['a@mailinator.com', 'email-disposable-denied'],
    ] as const) {
      await expect(anyone.requestJoining({ key, email }), email).rejects.toMatchObject(withReason(reason))
    }
    for (const email of ['one@example.org', 'two@example.org']) {
      await anyone.requestJoining({ key, email })
      const [received] = await mailbox.emails(world)
      expect(received?.recipients).toEqual([email])
      const own = keyInEmail(received, '/join/')
      let id = 0
      const [eventTypes] = await typesFor([bob], async () => {
        id = (await anyone.join({ key: own, ...newcomer })).user_id
      })
      expect(eventTypes).not.toContain('invites_changed')
      expect(world.person(id).email).toBe(email)
      expect((await world.person(id).api.getOwnUser()).role).toBe(600)
      await expect(anyone.join({ key: own, ...newcomer })).rejects.toMatchObject(
        withReason('invitation-expired'),
      )
      await mailbox.emails(world)
    }
    await anyone.requestJoining({ key, email: 'three@example.org' })
    const late = keyInEmail((await mailbox.emails(world))[0], '/join/')
    const link = (await bob.api.getInvitations()).invites.find((one) => one.is_multiuse)
    await bob.api.revokeInvitationLink({ invite_id: link?.id ?? 0 })
    await expect(anyone.join({ key: late, ...newcomer })).rejects.toMatchObject(
      withReason('invitation-expired'),
    )
    const page = await new Browser(world).send(`GET /join/${key}/`)
    expect(page.status).toBe(404)
  })

  it('is not needed in organizations open to everyone', async () => {
    const { world, mailbox } = await worldWithMailbox()
    const { alice, anyone } = world
    const email = 'walk-in@example.org'
    await expect(anyone.requestJoining({ email })).rejects.toMatchObject(
      withReason('signup-invitation-required'),
    )
    expect((await new Browser(world).send('GET /join')).status).toBe(404)
    await alice.api.updateRealm({ invite_required: false })
    const browser = new Browser(world)
    expect((await browser.send('POST /join', { email })).text).toContain('sent a link')
    const key = keyInEmail((await mailbox.emails(world))[0], '/join/')
    const { user_id } = await anyone.join({ key, ...newcomer })
    expect(await channelNames(world, user_id)).toEqual(['general'])
  })
})
