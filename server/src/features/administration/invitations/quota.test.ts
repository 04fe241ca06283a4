import type { Reason } from '@loquat/contract'
import { createMailbox, createWorld, type Person, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

const addresses = (count: number, at = 'example.org') =>
  Array.from({ length: count }, (_, n) => `person${n}@${at}`).join()

const send = ({ api }: Person, invitee_emails: string) =>
  api.sendInvitations({ invitee_emails, stream_ids: [] })

const exceeded = (reason: Reason, max: number) => ({
  ...withReason(reason, { max }),
  body: { daily_limit_reached: true, sent_invitations: false, errors: [] },
})

const config = { maxInvitationsPerDay: 5, maxInvitationsPerPersonPerDay: 3 }

describe('The daily quota of invitations', () => {
  it('applies to the user, and for administrators to the organization', async () => {
    const { alice, carol } = await createWorld({ config })
    await send(carol, addresses(3))
    await expect(send(carol, 'one@more.example')).rejects.toMatchObject(
      exceeded('invitation-quota-of-sender-exceeded', 3),
    )
    const all = exceeded('invitation-quota-of-organization-exceeded', 5)
    await expect(send(alice, addresses(3))).rejects.toMatchObject(all)
    await send(alice, addresses(2))
    await expect(send(alice, 'one@more.example')).rejects.toMatchObject(all)
    expect((await alice.api.getInvitations()).invites).toHaveLength(5)
  })

  it('counts emails: resending counts, and revoking does not give the quota back', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { ...config, smtpUrl: mailbox.smtpUrl } })
    const { carol } = world
    await send(carol, addresses(1))
    const [invitation] = (await carol.api.getInvitations()).invites
    const invite_id = invitation?.id ?? 0
    await carol.api.resendInvitation({ invite_id })
    await carol.api.resendInvitation({ invite_id })
    const spent = exceeded('invitation-quota-of-sender-exceeded', 3)
    await expect(carol.api.resendInvitation({ invite_id })).rejects.toMatchObject(spent)
    await carol.api.revokeInvitation({ invite_id })
    await expect(send(carol, addresses(1))).rejects.toMatchObject(spent)
    expect(await mailbox.emails(world)).toHaveLength(2)
  })

  it('does not count addresses with an account', async () => {
    const { alice, bob, carol, dave, mona } = await createWorld({ config })
    const known = [alice, bob, dave, mona].map(({ email }) => email).join()
    await expect(send(carol, `${known},${addresses(3)}`)).rejects.toMatchObject({
      body: { sent_invitations: true, daily_limit_reached: false },
    })
  })

  it('is renewed the next day', async () => {
    const { carol, clock } = await createWorld({ config })
    await send(carol, addresses(3))
    clock.advance(24 * 60 * 60)
    await send(carol, addresses(3, 'other.example'))
  })

  it('is not exceeded by concurrent requests', async () => {
    const world = await createWorld({ config })
    const other = (await world.secondNode()).as(world.carol)
    const attempts = [world.carol.api, other, world.carol.api, other].map((api, n) =>
      api.sendInvitations({ invitee_emails: addresses(2, `${n}.example`), stream_ids: [] }),
    )
    const outcomes = (await Promise.allSettled(attempts)).map(({ status }) => status)
    expect(outcomes.sort()).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected'])
  })
})

describe('One request', () => {
  it('invites at most 500 addresses', async () => {
    const { alice } = await createWorld()
    await expect(send(alice, addresses(501))).rejects.toMatchObject({
      ...withReason('invitation-emails-too-many'),
      message: 'invitee_emails: must have at most 500 email addresses.',
    })
    expect((await alice.api.getInvitations()).invites).toEqual([])
  })

  it('sends as many statements for 200 invitations as for 2', async () => {
    const world = await createWorld({ proxied: true })
    const counted = async (count: number, at: string) => {
      const before = world.proxy.statements()
      await send(world.alice, addresses(count, at))
      return world.proxy.statements() - before
    }
    // The first request also registers the tasks of its jobs.
    await counted(1, 'first.example')
    const few = await counted(2, 'few.example')
    expect(await counted(200, 'many.example')).toBeLessThanOrEqual(few + 5)
    expect((await world.alice.api.getInvitations()).invites).toHaveLength(203)
  })

  it('sends no email if the invitation was revoked before', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    await send(world.alice, 'a@example.org,b@example.org')
    const { invites } = await world.alice.api.getInvitations()
    await world.alice.api.revokeInvitation({ invite_id: invites[0]?.id ?? 0 })
    expect((await mailbox.emails(world)).map((email) => email.recipients)).toEqual([['b@example.org']])
  })
})
