import { castPassword, createMailbox, linkInEmail } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { expectAccessible } from '../kit/accessible.ts'
import { createAppWorld, logIn, openApp, openBrowser } from '../kit/app.ts'
import { composeField, createChannel, messageWith } from '../kit/content.ts'
import { phone } from '../kit/touch.ts'

/** Budget for a first message: user actions, and seconds at human speed. */
const mostInputs = 10
const mostSeconds = 60
/** Estimated milliseconds to look at a page and to type a character. Added up, not waited for. */
const looking = 2_000
const typing = 60

describe('Joining', () => {
  it('leads from the email to a first message, which others see live', async () => {
    const mailbox = await createMailbox()
    const world = await createAppWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { channelId } = await createChannel(world, 'design', [world.alice, world.carol])
    await world.alice.api.sendInvitations({ invitee_emails: 'dia@example.com', stream_ids: [channelId] })
    const [email] = await mailbox.emails(world)
    const { pathname } = new URL(linkInEmail(email, '/join/'))
    const alice = await openApp(world, world.alice, `/c/${channelId}`)
    const dia = await openBrowser()

    const begun = Date.now()
    let inputs = 0
    let pace = 0
    const input = async (act: Promise<unknown>) => {
      await act
      inputs++
    }
    const type = (text: string) => {
      pace += text.length * typing
      return input(dia.keyboard.type(text))
    }
    await input(dia.goto(`${world.url}${pathname}`))
    await dia.getByText("Alice Owner has invited you as a member. You'll be added to #design.").waitFor()
    pace += looking
    expect(await dia.getByLabel('Time zone').inputValue()).toBe('Europe/Berlin')
    await expectAccessible(dia)
    await type('Dia Newcomer')
    await input(dia.keyboard.press('Tab'))
    await type('a quiet loquat tree')
    await input(dia.keyboard.press('Enter'))

    await dia.waitForURL(/\/c\/\d+-design$/)
    await composeField(dia).waitFor()
    expect(await dia.getByRole('combobox', { name: 'Topic' }).inputValue()).toBe('hello')
    pace += looking
    await type('Good morning, everyone')
    await input(dia.keyboard.press('Control+Enter'))
    await messageWith(alice, 'Good morning, everyone').waitFor()
    const seconds = (Date.now() - begun + pace) / 1_000
    console.log(`A first message: ${inputs} inputs, ${seconds.toFixed(1)} s`)
    expect(inputs).toBeLessThanOrEqual(mostInputs)
    expect(seconds).toBeLessThan(mostSeconds)

    const { members } = await world.alice.api.getUsers()
    expect(members.find((one) => one.full_name === 'Dia Newcomer')).toMatchObject({
      timezone: 'Europe/Berlin',
    })
    await expectAccessible(dia)
    // The first steps know that a message was sent; dismissing them counts on every device.
    await dia.goto(`${world.url}/inbox`)
    const steps = dia.getByRole('region', { name: 'First steps' })
    await steps
      .getByRole('listitem')
      .filter({ hasText: 'Send your first message' })
      .getByText('done')
      .waitFor()
    await expectAccessible(dia)
    await steps.getByRole('button', { name: 'Dismiss' }).click()
    await steps.waitFor({ state: 'detached' })
    await dia.reload()
    await dia.getByRole('treeitem', { name: 'design' }).waitFor()
    expect(await steps.count()).toBe(0)
  })

  it('shows people whose account an administrator made the first steps, once', async () => {
    const world = await createAppWorld()
    const email = 'erin@example.com'
    const { user_id } = await world.alice.api.createUser({
      email,
      password: castPassword,
      full_name: 'Erin New',
    })
    await createChannel(world, 'design', [world.alice, world.person(user_id)])
    const erin = await openBrowser(phone)
    await logIn(erin, world, { email }, '/inbox')
    const steps = erin.getByRole('region', { name: 'First steps' })
    await steps.getByRole('listitem').filter({ hasText: 'Send your first message' }).waitFor()
    await expectAccessible(erin)
    // They stay until they are done or dismissed, also in an app that is opened later.
    await erin.reload()
    await steps.waitFor()
    await steps.getByRole('button', { name: 'Dismiss' }).tap()
    await steps.waitFor({ state: 'detached' })
    const other = await openBrowser()
    await logIn(other, world, { email }, '/inbox')
    await other.getByRole('treeitem', { name: 'design' }).waitFor()
    expect(await other.getByRole('region', { name: 'First steps' }).count()).toBe(0)
  })

  it('rejects used invitations, and asks which account to use in a logged-in browser', async () => {
    const mailbox = await createMailbox()
    const world = await createAppWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    await world.alice.api.sendInvitations({ invitee_emails: 'dia@example.com', stream_ids: [] })
    const { pathname } = new URL(linkInEmail((await mailbox.emails(world))[0], '/join/'))
    const carol = await openApp(world, world.carol, '/inbox')
    await carol.goto(`${world.url}${pathname}`)
    await carol.getByRole('link', { name: 'Continue as Carol Member' }).waitFor()
    await carol.getByRole('link', { name: 'Join as dia@example.com' }).click()
    await carol.getByLabel('Your name').waitFor()
    const { invites } = await world.alice.api.getInvitations()
    await world.alice.api.revokeInvitation({ invite_id: invites[0]?.id ?? 0 })
    await carol.reload()
    await carol.getByRole('heading', { name: 'This invitation is no longer valid' }).waitFor()
    await expectAccessible(carol)
  })
})
