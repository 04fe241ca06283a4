import { createMailbox, createWorld } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { addApp, codeFor, connect } from './testing/connect.ts'

describe('A person who connects an app', () => {
  it('gets an email for the first connection and for every one with more access, but not for another device', async () => {
    const mailbox = await createMailbox()
    const world = await createWorld({ config: { smtpUrl: mailbox.smtpUrl } })
    const { alice, carol } = world
    const app = await addApp(world, { name: 'Calendar <b>' })
    const general = String(
      (await carol.api.getSubscriptions({})).subscriptions.find((one) => one.name === 'general')?.stream_id,
    )
    const inGeneral = { decision: 'allow', channels: 'some', [`channel_${general}`]: 'on' }
    const subject = 'App connected to your account on Orchard'
    const reports = async () => (await mailbox.emails(world)).filter((email) => email.subject === subject)
    const readMessages = { scope: 'messages:read' }

    await connect(world, carol, app, readMessages, inGeneral)
    const [first, ...others] = await reports()
    expect(others).toEqual([])
    expect(first?.recipients).toEqual([carol.email])
    expect(first?.text).toContain(`The app “Calendar <b>” was connected to your account ${carol.email}`)
    expect(first?.text).toContain('It can:\n\n- Read messages that you can read\n\nIf this wasn')
    expect(first?.text).toContain('/settings/apps')
    expect(first?.html).toContain('Calendar &lt;b&gt;')

    await connect(world, carol, app, readMessages, inGeneral)
    expect(await reports()).toEqual([])
    await connect(world, carol, app, readMessages)
    expect(await reports()).toHaveLength(1)
    await connect(world, carol, app, { scope: 'messages:read users:read' }, inGeneral)
    expect((await reports())[0]?.text).toContain('\n- See users, their status')
    await connect(world, carol, app, { scope: 'users:read' }, inGeneral)
    await connect(world, carol, app, readMessages)
    expect(await reports()).toEqual([])

    await connect(world, alice, app, readMessages)
    expect((await reports()).map(({ recipients }) => recipients)).toEqual([[alice.email]])
    await carol.api.disconnectApp({ app_id: app.id })
    await connect(world, carol, app, readMessages)
    expect(await reports()).toHaveLength(1)
    // A thief who only gets a code is reported as well.
    const notes = await addApp(world, { name: 'Notes', scopes: ['messages:write'] })
    await codeFor(world, carol, notes, { scope: 'messages:read messages:write' })
    const [told] = await reports()
    expect(told?.text).toContain('“Notes”')
    // Permissions that another one includes are not repeated.
    expect(told?.text).toMatch(/It can:\n\n- Read messages, and send .*\n\n/)
  })
})
