import { createMailbox, createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { invited, typesFor } from './testing/fixtures.ts'

describe('Pending invitations', () => {
  it('are listed to administrators, and to others their own: emails first, then links', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const now = Math.floor(world.clock.now() / 1_000)
    await bob.api.createInvitationLink({ invite_as: 600, invite_expires_in_minutes: null })
    await carol.api.sendInvitations({
      invitee_emails: 'one@example.org',
      stream_ids: [],
      notify_referrer_on_join: false,
    })
    await carol.api.sendInvitations({
      invitee_emails: 'late@example.org',
      stream_ids: [],
      invite_expires_in_minutes: 5,
    })
    const { invites } = await alice.api.getInvitations()
    expect(invites).toEqual([
      {
        id: expect.any(Number),
        invited_by_user_id: carol.id,
        invited: expect.any(Number),
        expiry_date: expect.any(Number),
        invited_as: 400,
        email: 'one@example.org',
        notify_referrer_on_join: false,
        is_multiuse: false,
        link_url: expect.stringContaining('/join/'),
      },
      expect.objectContaining({ email: 'late@example.org', notify_referrer_on_join: true }),
      {
        id: expect.any(Number),
        invited_by_user_id: bob.id,
        invited: expect.any(Number),
        expiry_date: null,
        invited_as: 600,
        link_url: expect.stringContaining('/join/'),
        is_multiuse: true,
      },
    ])
    expect(invites[0]?.expiry_date).toBe(now + 14_400 * 60)
    expect((await carol.api.getInvitations()).invites).toHaveLength(2)
    expect((await world.dave.api.getInvitations()).invites).toEqual([])
    await expect(world.greta.api.getInvitations()).rejects.toMatchObject(withReason('caller-is-guest'))
    world.clock.advance(301)
    expect((await carol.api.getInvitations()).invites).toHaveLength(1)
  })

  it('by email include a link only for administrators of a server without outgoing email', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    const state = await alice.api.register({ fetch_event_types: ['realm'] })
    expect(state.server_sends_email).toBe(false)
    await carol.api.sendInvitations({ invitee_emails: 'one@example.org', stream_ids: [] })
    await alice.api.sendInvitations({ invitee_emails: 'two@example.org', stream_ids: [], invite_as: 100 })
    const linksFor = async (person: Person) =>
      (await person.api.getInvitations()).invites.map(({ email, link_url }) => [
        email,
        link_url !== undefined,
      ])
    expect(await linksFor(alice)).toEqual([
      ['one@example.org', true],
      ['two@example.org', true],
    ])
    expect(await linksFor(bob)).toEqual([
      ['one@example.org', true],
      ['two@example.org', false],
    ])
    expect(await linksFor(carol)).toEqual([['one@example.org', false]])

    const mailbox = await createMailbox()
    const other = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    await other.alice.api.sendInvitations({ invitee_emails: 'one@example.org', stream_ids: [] })
    expect(await linksFor(other.alice)).toEqual([['one@example.org', false]])
    const { server_sends_email } = await other.alice.api.register({ fetch_event_types: ['realm'] })
    expect(server_sends_email).toBe(true)
  })

  it('by link for owners are listed to all administrators, but only owners see the link', async () => {
    const { alice, bob } = await createWorld()
    await alice.api.createInvitationLink({ invite_as: 100 })
    await alice.api.createInvitationLink({ invite_as: 200 })
    const linksFor = async (person: Person) =>
      (await person.api.getInvitations()).invites.map(({ invited_as, is_multiuse, link_url }) => [
        invited_as,
        is_multiuse,
        link_url !== undefined,
      ])
    expect(await linksFor(alice)).toEqual([
      [100, true, true],
      [200, true, true],
    ])
    expect(await linksFor(bob)).toEqual([
      [100, true, false],
      [200, true, true],
    ])
  })

  it('are revoked and resent by their creator and administrators, those for owners by owners', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice, bob, carol, dave } = world
    const idOf = async (email: string) =>
      (await alice.api.getInvitations()).invites.find((one) => one.email === email)?.id ?? 0
    await invited(world, mailbox, 'member@example.org', carol)
    await invited(world, mailbox, 'owner@example.org', alice, { invite_as: 100 })
    const [member, owner] = [await idOf('member@example.org'), await idOf('owner@example.org')]

    for (const [person, id, reason] of [
      [dave, member, 'invitation-change-denied'],
      [dave, owner, 'invitation-change-denied'],
      [bob, owner, 'invitation-change-of-owner-denied'],
      [alice, 999_999, 'invitation-not-found'],
    ] as const) {
      await expect(person.api.resendInvitation({ invite_id: id })).rejects.toMatchObject(withReason(reason))
      await expect(person.api.revokeInvitation({ invite_id: id })).rejects.toMatchObject(withReason(reason))
    }
    expect(await typesFor([alice], () => bob.api.resendInvitation({ invite_id: member }))).toEqual([[]])
    const [again] = await mailbox.emails(world)
    expect([again?.recipients, again?.subject]).toEqual([
      ['member@example.org'],
      'Carol Member has invited you to Orchard',
    ])
    // The creator can revoke it even without the permission to invite.
    const nobody = { new: { direct_members: [], direct_subgroups: [] } }
    await alice.api.updateRealm({ can_invite_users_group: nobody })
    const received = await typesFor([alice, bob, carol, dave], () =>
      carol.api.revokeInvitation({ invite_id: member }),
    )
    expect(received).toEqual([['invites_changed'], ['invites_changed'], ['invites_changed'], []])
    await expect(carol.api.revokeInvitation({ invite_id: member })).rejects.toMatchObject(
      withReason('invitation-not-found'),
    )

    const { invite_link } = await bob.api.createInvitationLink()
    const link = (await bob.api.getInvitations()).invites.find((one) => one.is_multiuse)
    expect(link?.link_url).toBe(invite_link)
    const id = link?.id ?? 0
    await expect(carol.api.revokeInvitationLink({ invite_id: id })).rejects.toMatchObject(
      withReason('invitation-change-denied'),
    )
    await alice.api.revokeInvitationLink({ invite_id: id })
    await expect(alice.api.revokeInvitationLink({ invite_id: id })).rejects.toMatchObject(
      withReason('invitation-not-found'),
    )
  })

  it('are revoked when their creator is deactivated', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const key = await invited(world, mailbox, 'one@example.org', world.carol)
    const [received] = await typesFor([world.alice], () =>
      world.alice.api.deactivateUser({ user_id: world.carol.id }),
    )
    expect(received).toContain('invites_changed')
    await expect(world.anyone.getJoining({ key })).rejects.toMatchObject(withReason('invitation-expired'))
    const [nothing] = await typesFor([world.alice], () =>
      world.alice.api.deactivateUser({ user_id: world.dave.id }),
    )
    expect(nothing).not.toContain('invites_changed')
  })
})
