import type { Reason } from '@loquat/contract'
import { addBot, createMailbox, createWorld, type Person, withReason } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { remindOfInvitation } from './jobs.ts'
import { typesFor } from './testing/fixtures.ts'

const day = 24 * 3600

describe('POST /invites', () => {
  it('checks conditions in order, and invites nobody if one fails', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice, bob, mona, carol, greta } = world
    const bot = await addBot(world, carol)
    await alice.api.subscribe({ subscriptions: [{ name: 'secret' }], invite_only: true })
    await alice.api.subscribe({ subscriptions: [{ name: 'open' }] })
    const { streams } = await alice.api.getChannels()
    const channel = (name: string) => streams.find((one) => one.name === name)?.stream_id ?? 0
    const { group_id } = await alice.api.createUserGroup({ name: 'pickers', description: '', members: [] })
    const groups = (await alice.api.getUserGroups()).user_groups
    const system = groups.find((one) => one.name === 'role:members')?.id ?? 0

    type Row = [string, Person, Record<string, unknown>, Reason]
    const rows: Row[] = [
      ['no channels', alice, { stream_ids: undefined }, 'parameter-missing'],
      ['no addresses', alice, { invitee_emails: undefined }, 'parameter-missing'],
      ['an unknown role', alice, { invite_as: 500 }, 'parameter-invalid'],
      ['a guest', greta, {}, 'caller-is-guest'],
      ['a bot', bot, {}, 'caller-is-bot'],
      ['an administrator inviting an owner', bob, { invite_as: 100 }, 'invitation-of-owner-denied'],
      ['a moderator inviting an administrator', mona, { invite_as: 200 }, 'invitation-of-moderator-denied'],
      ['a moderator inviting a moderator', mona, { invite_as: 300 }, 'invitation-of-moderator-denied'],
      ['empty addresses', alice, { invitee_emails: '' }, 'invitation-emails-missing'],
      ['a channel that is not there', carol, { stream_ids: [999_999] }, 'invitation-channel-not-found'],
      [
        'a channel the caller cannot read',
        carol,
        { stream_ids: [channel('secret')] },
        'invitation-channel-not-found',
      ],
      ['an unknown group', alice, { group_ids: [999_999] }, 'user-group-not-found'],
      ['a group of the system', alice, { group_ids: [system] }, 'invitation-system-group-denied'],
      ['a group the caller may not fill', carol, { group_ids: [group_id] }, 'user-group-change-denied'],
      ['a bad address', alice, { invitee_emails: 'a@x.org, nobody' }, 'invitation-emails-denied'],
      ['a throw-away address', alice, { invitee_emails: 'a@mailinator.com' }, 'invitation-emails-denied'],
    ]
    for (const [what, caller, change, reason] of rows) {
      const request = { invitee_emails: 'x@example.org', stream_ids: [], ...change }
      const attempt = caller.api.sendInvitations(request as never)
      await expect(attempt, what).rejects.toMatchObject(withReason(reason))
    }
    await alice.api.updateRealm({
      can_invite_users_group: { new: { direct_members: [], direct_subgroups: [] } },
    })
    const refused = bob.api.sendInvitations({ invitee_emails: 'x@example.org', stream_ids: [] })
    await expect(refused).rejects.toMatchObject(withReason('invitation-denied'))
    expect(await mailbox.emails(world)).toEqual([])
    expect((await alice.api.getInvitations()).invites).toEqual([])
  })

  it('requires the permission to add subscribers to channels that are not default channels', async () => {
    const world = await createWorld()
    const { alice, carol } = world
    await carol.api.subscribe({ subscriptions: [{ name: 'open' }] })
    const { streams } = await alice.api.getChannels()
    const id = (name: string) => streams.find((one) => one.name === name)?.stream_id ?? 0
    const nobody = { direct_members: [], direct_subgroups: [] }
    await alice.api.updateRealm({ can_add_subscribers_group: { new: nobody } })
    await alice.api.updateChannel({ stream_id: id('open'), can_add_subscribers_group: { new: nobody } })
    await alice.api.updateChannel({ stream_id: id('open'), can_administer_channel_group: { new: nobody } })
    const send = (stream_ids: number[]) =>
      carol.api.sendInvitations({ invitee_emails: 'x@example.org', stream_ids })
    await expect(send([id('open')])).rejects.toMatchObject(withReason('invitation-channel-denied'))
    await expect(send([id('general')])).resolves.toEqual({})
  })

  it('reports the problem of each address, and invites the others only if all remaining are valid', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice } = world
    await alice.api.deactivateUser({ user_id: world.dave.id })
    const send = (invitee_emails: string) => alice.api.sendInvitations({ invitee_emails, stream_ids: [] })
    const extra = { daily_limit_reached: false, license_limit_reached: false }
    await expect(send(`nobody, new@example.org, ${world.carol.email}`)).rejects.toMatchObject({
      ...withReason('invitation-emails-denied'),
      body: {
        ...extra,
        sent_invitations: false,
        errors: [
          ['nobody', expect.any(String), false],
          [world.carol.email, expect.any(String), false],
        ],
      },
    })
    await expect(send(`${world.carol.email}\n${world.dave.email}`)).rejects.toMatchObject({
      ...withReason('invitation-emails-taken'),
      body: {
        ...extra,
        sent_invitations: false,
        errors: [
          [world.carol.email, expect.any(String), false],
          [world.dave.email, expect.any(String), true],
        ],
      },
    })
    expect(await mailbox.emails(world)).toEqual([])
    await expect(send(`CAROL@example.com, new@example.org`)).rejects.toMatchObject({
      ...withReason('invitation-some-emails-taken'),
      body: { sent_invitations: true, errors: [['CAROL@example.com', expect.any(String), false]] },
    })
    expect((await mailbox.emails(world)).map((one) => one.recipients)).toEqual([['new@example.org']])
  })

  it('parses pasted addresses, and sends one email to each', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice, bob } = world
    const received = await typesFor([alice, bob, world.carol], () =>
      alice.api.sendInvitations({
        invitee_emails: ' Ana <ana@example.org>,bo@Example.ORG\n\nana@example.org,, C D <cd@example.org>',
        stream_ids: [],
      }),
    )
    expect(received).toEqual([['invites_changed'], ['invites_changed'], []])
    const emails = await mailbox.emails(world)
    expect(emails.map((one) => one.recipients[0]).sort()).toEqual([
      'ana@example.org',
      'bo@example.org',
      'cd@example.org',
    ])
    expect(emails[0]?.subject).toBe('Alice Owner has invited you to Orchard')
    await expect(alice.api.sendInvitations({ invitee_emails: ' ,\n', stream_ids: [] })).resolves.toEqual({})
    expect(await mailbox.emails(world)).toEqual([])
    // Inviting an address again creates a second invitation.
    await alice.api.sendInvitations({ invitee_emails: 'ana@example.org', stream_ids: [] })
    const { invites } = await alice.api.getInvitations()
    expect(invites.filter((one) => one.email === 'ana@example.org')).toHaveLength(2)
  })

  it('is refused for accounts younger than three days in organizations open to everyone', async () => {
    const world = await createWorld()
    await world.alice.api.updateRealm({ invite_required: false })
    const request = { invitee_emails: 'x@example.org', stream_ids: [] }
    await expect(world.carol.api.sendInvitations(request)).rejects.toMatchObject({
      ...withReason('invitation-sender-too-new'),
      body: { errors: [], sent_invitations: false },
    })
    await expect(world.bob.api.sendInvitations(request)).resolves.toEqual({})
    world.clock.advance(3 * day + 60)
    await expect(world.carol.api.sendInvitations(request)).resolves.toEqual({})
  })

  it('sends a reminder two days before the expiration, if that is at least four days away', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice, app } = world
    for (const [email, minutes] of [
      ['long@example.org', 4 * 24 * 60],
      ['short@example.org', 4 * 24 * 60 - 1],
      ['ever@example.org', null],
      ['gone@example.org', 5 * 24 * 60],
    ] as const) {
      const options = { stream_ids: [], invite_expires_in_minutes: minutes }
      await alice.api.sendInvitations({ invitee_emails: email, ...options })
    }
    const { invites } = await alice.api.getInvitations()
    const gone = invites.find((one) => one.email === 'gone@example.org')
    await alice.api.revokeInvitation({ invite_id: gone?.id ?? 0 })
    await mailbox.emails(world)
    const { rows } = await sql<{ run_at: Date }>`
      select run_at from graphile_worker.jobs where key like 'invitation reminder%'`.execute(app.database.db)
    expect(rows).toHaveLength(1)
    const hours = ((rows[0]?.run_at.getTime() ?? 0) - world.clock.now()) / 3_600_000
    expect(hours).toBeGreaterThan(47.9)
    expect(hours).toBeLessThan(48.1)
    const realm = await app.realms.byHost('')
    const long = invites.find((one) => one.email === 'long@example.org')
    await remindOfInvitation.run(app, { realmId: realm?.id ?? 0, id: long?.id ?? 0 })
    await remindOfInvitation.run(app, { realmId: realm?.id ?? 0, id: gone?.id ?? 0 })
    const emails = await mailbox.emails(world)
    expect(emails.map((one) => one.subject)).toEqual(['Reminder: Alice Owner has invited you to Orchard'])
  })
})

describe('POST /invites/multiuse', () => {
  it('creates a link under the same rules', async () => {
    const world = await createWorld()
    const { alice, bob, carol } = world
    await expect(carol.api.createInvitationLink()).rejects.toMatchObject(withReason('invitation-denied'))
    const owners = bob.api.createInvitationLink({ invite_as: 100 })
    await expect(owners).rejects.toMatchObject(withReason('invitation-of-owner-denied'))
    const missing = bob.api.createInvitationLink({ stream_ids: [999_999] })
    await expect(missing).rejects.toMatchObject(withReason('invitation-channel-not-found'))
    const received = await typesFor([alice, bob, carol], async () => {
      const { invite_link } = await bob.api.createInvitationLink({ invite_as: 600 })
      expect(invite_link).toMatch(/^http:\/\/localhost:\d+\/join\/\w{24}\/$/)
    })
    expect(received).toEqual([['invites_changed'], ['invites_changed'], []])
  })
})
