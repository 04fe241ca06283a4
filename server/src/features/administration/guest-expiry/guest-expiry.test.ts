import { createMailbox, createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { invited, newcomer } from '../invitations/testing/fixtures.ts'
import { expireGuestAccounts } from './jobs.ts'

const day = 86_400

const notices = async ({ api }: Person) => {
  const { messages } = await api.getMessages({
    anchor: 'newest',
    num_before: 20,
    num_after: 0,
    narrow: [{ operator: 'is', operand: 'dm' }],
  })
  return messages.filter(({ content }) => content.includes('guest account'))
}

describe('A guest account', () => {
  it('expires on the date of its invitation, after a warning, unless an administrator extends it', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice, carol, anyone, clock, app } = world
    const now = () => Math.floor(clock.now() / 1_000)
    const expire = () => expireGuestAccounts.run(app, {})
    const expires_at = now() + 10 * day
    const offer = { invite_as: 600, guest_expires_at: expires_at } as const
    await expect(
      alice.api.createInvitationLink({ invite_as: 400, guest_expires_at: expires_at }),
    ).rejects.toMatchObject(withReason('guest-expiry-not-guest'))
    await expect(
      alice.api.sendInvitations({
        invitee_emails: 'a@example.com',
        stream_ids: [],
        invite_as: 600,
        guest_expires_at: now(),
      }),
    ).rejects.toMatchObject(withReason('guest-expiry-past'))
    const key = await invited(world, mailbox, 'gus@example.com', alice, offer)
    await anyone.join({ key, ...newcomer })
    const realm = await app.realms.byHost('')
    const gus = world.person(realm?.directory.userByEmail('gus@example.com')?.id ?? 0)
    expect((await alice.api.getGuestExpiries()).guest_expiries).toEqual([
      { user_id: gus.id, expires_at, inviter_id: alice.id },
    ])
    await expire()
    expect(await notices(gus)).toEqual([])
    clock.advance(4 * day)
    await expire()
    await expire()
    expect(await notices(gus)).toHaveLength(1)
    expect(await notices(alice)).toHaveLength(1)
    expect(await notices(carol)).toEqual([])
    await alice.api.setGuestExpiry({ user_id: gus.id, expires_at: expires_at + 30 * day })
    clock.advance(7 * day)
    await expire()
    const isActive = async () => (await alice.api.getUser({ user_id: gus.id })).user.is_active
    expect(await isActive()).toBe(true)
    clock.advance(29 * day)
    await expire()
    expect(await isActive()).toBe(false)
    expect((await alice.api.getGuestExpiries()).guest_expiries).toEqual([])
    // A reactivated guest lasts.
    await alice.api.reactivateUser({ user_id: gus.id })
    await expire()
    expect(await isActive()).toBe(true)
  })

  it('can be given a date by administrators, which means nothing once the guest is a member', async () => {
    const { alice, bob, mona, carol, greta, clock, app } = await createWorld()
    const expires_at = Math.floor(clock.now() / 1_000) + day
    for (const person of [mona, carol, greta]) {
      await expect(person.api.setGuestExpiry({ user_id: greta.id, expires_at })).rejects.toMatchObject(
        withReason('caller-not-administrator'),
      )
      await expect(person.api.getGuestExpiries()).rejects.toMatchObject(
        withReason('caller-not-administrator'),
      )
    }
    await expect(bob.api.setGuestExpiry({ user_id: carol.id, expires_at })).rejects.toMatchObject(
      withReason('guest-expiry-not-guest'),
    )
    await expect(bob.api.setGuestExpiry({ user_id: greta.id, expires_at: 1 })).rejects.toMatchObject(
      withReason('guest-expiry-past'),
    )
    await bob.api.setGuestExpiry({ user_id: greta.id, expires_at })
    await bob.api.setGuestExpiry({ user_id: greta.id, expires_at: null })
    expect((await bob.api.getGuestExpiries()).guest_expiries).toEqual([])
    await bob.api.setGuestExpiry({ user_id: greta.id, expires_at })
    await alice.api.updateUser({ user_id: greta.id, role: 400 })
    clock.advance(2 * day)
    await expireGuestAccounts.run(app, {})
    expect((await alice.api.getUser({ user_id: greta.id })).user.is_active).toBe(true)
  })
})
