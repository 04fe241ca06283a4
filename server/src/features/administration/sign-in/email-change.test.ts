import {
  Browser,
  createMailbox,
  createWorld,
  expectEventsToReproduceState,
  keyInEmail,
  withReason,
} from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('PATCH /settings with email', () => {
  it('changes the address when the emailed link is used, and notifies the old address', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol } = world
    expect(await carol.api.updateSettings({ email: ` ${carol.email} ` })).toEqual({})
    await carol.api.updateSettings({ email: 'carol@New.Example' })
    const [email, ...others] = await mailbox.emails(world)
    expect(others).toEqual([])
    expect(email?.recipients).toEqual(['carol@new.example'])
    expect((await carol.api.getOwnUser()).delivery_email).toBe(carol.email)

    const key = keyInEmail(email, '/confirm-email/')
    const page = `/confirm-email/${key}` as const
    expect((await new Browser(world).send(`GET ${page}`)).status).toBe(200)
    await expectEventsToReproduceState(world.bob, async () => {
      expect((await new Browser(world).send(`POST ${page}`)).text).toContain('carol@new.example')
    })
    const [received] = await mailbox.emails(world)
    expect(received?.recipients).toEqual([carol.email])
    expect(received?.text).toContain('carol@new.example')
    const moved = world.person(carol.id)
    expect((await moved.api.getOwnUser()).delivery_email).toBe('carol@new.example')
    await expect(carol.api.getOwnUser()).rejects.toMatchObject(withReason('credentials-invalid'))
    await expect(world.anyone.confirmEmail({ key })).rejects.toMatchObject(withReason('link-expired'))
  })

  it('refuses invalid, taken and disposable addresses, and disabled changes', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol, alice } = world
    for (const [email, reason] of [
      ['', 'email-address-invalid'],
      ['carol', 'email-address-invalid'],
      ['a@b@c.d', 'email-address-invalid'],
      [alice.email, 'email-address-taken'],
      ['CAROL@example.com', 'email-address-taken'],
      ['carol@mailinator.com', 'email-disposable-denied'],
    ] as const)
      await expect(carol.api.updateSettings({ email }), email).rejects.toMatchObject(withReason(reason))
    await alice.api.updateRealm({ email_changes_disabled: true })
    const wanted = { email: 'carol@new.example' }
    await expect(carol.api.updateSettings(wanted)).rejects.toMatchObject(withReason('email-change-disabled'))
    await expect(world.bob.api.updateSettings({ email: 'bob@new.example' })).resolves.toEqual({})
    expect(await mailbox.emails(world)).toHaveLength(1)
  })

  it('invalidates a link after another request, after a day, when the address is taken, and when changes are disabled', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { carol, dave } = world
    const ask = async (person = carol, email = 'wanted@new.example') => {
      await person.api.updateSettings({ email })
      return keyInEmail((await mailbox.emails(world)).at(-1), '/confirm-email/')
    }
    const first = await ask()
    const second = await ask()
    await expect(world.anyone.confirmEmail({ key: first })).rejects.toMatchObject(withReason('link-expired'))
    world.clock.advance(24 * 3600 + 1)
    await expect(world.anyone.confirmEmail({ key: second })).rejects.toMatchObject(withReason('link-expired'))
    const [third, rival] = [await ask(), await ask(dave)]
    const both = await Promise.allSettled([third, rival].map((key) => world.anyone.confirmEmail({ key })))
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    const fourth = await ask(world.mona, 'mona@new.example')
    await world.alice.api.updateRealm({ email_changes_disabled: true })
    await expect(world.anyone.confirmEmail({ key: fourth })).rejects.toMatchObject(
      withReason('email-change-disabled'),
    )
  })

  it('is limited to two requests an hour', async () => {
    const world = await createWorld({ config: { rateLimits: true } })
    for (const n of [1, 2]) await world.carol.api.updateSettings({ email: `carol${n}@new.example` })
    const third = world.carol.api.updateSettings({ email: 'carol3@new.example' })
    await expect(third).rejects.toMatchObject(withReason('rate-limit-exceeded'))
  })
})

describe('DELETE /users/{user_id}', () => {
  it('emails the comment; an empty comment sends an email without one, no comment sends none', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice } = world
    await alice.api.deactivateUser({
      user_id: world.carol.id,
      deactivation_notification_comment: ' Thanks for <all> of it.\nBye! ',
    })
    await alice.api.deactivateUser({ user_id: world.dave.id, deactivation_notification_comment: ' ' })
    await alice.api.deactivateUser({ user_id: world.greta.id })
    const emails = await mailbox.emails(world)
    const text = new Map(emails.map((email) => [email.recipients[0], email.text]))
    expect([...text.keys()].sort()).toEqual([world.carol.email, world.dave.email])
    expect(text.get(world.carol.email)).toContain('> Thanks for <all> of it.\n> Bye!')
    expect(emails.find((one) => one.recipients[0] === world.carol.email)?.html).toContain(
      'Thanks for &lt;all&gt; of it.<br>Bye!',
    )
    expect(text.get(world.dave.email)).not.toContain('They wrote')
  })
})
