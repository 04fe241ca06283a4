import { createWorld, eventsPerUser, sendChannelMessage, withReason } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { archive } from '../../places/channels/testing/fixtures.ts'
import { createModeratedWorld, newestReport, rawContent } from './testing/fixtures.ts'

const spam = { report_type: 'spam' } as const

describe('Reporting a message', () => {
  it('posts its content, the reason and buttons to the moderation channel, and lists it for moderators', async () => {
    const { alice, mona, dave, greta, carol, general } = await createModeratedWorld()
    const message_id = await sendChannelMessage(carol, 'general', 'plums', 'Buy ```ladders``` @**all**')
    const received = await eventsPerUser({ mona, carol }, () =>
      greta.api.reportMessage({ message_id, report_type: 'norms', description: ' @**all** Look. ' }),
    )
    expect(received.carol).toEqual([])
    expect(received.mona).toMatchObject([{ type: 'message', flags: [] }, { type: 'message_reports' }])
    const report = await newestReport(mona)
    expect(report).toMatchObject({
      sender_full_name: 'Notification Bot',
      subject: 'Reports about Carol Member',
    })
    expect(report.content).toBe(
      [
        `@_**Greta Guest|${greta.id}** reported [a message](${report.content.match(/\((http[^)]*near\/\d+)\)/)?.[1]}) by @_**Carol Member|${carol.id}**.`,
        '**Reason:** Violates the rules of the organization',
        '```quote\n@**all** Look.\n```',
        '**Message:**',
        '````quote\nBuy ```ladders``` @**all**\n````',
      ].join('\n\n'),
    )
    expect(report.content).toContain(`near/${message_id})`)
    expect(report.buttons).toEqual(['handle', 'hide'])
    const { reports } = await mona.api.getMessageReports()
    expect(reports).toMatchObject([
      {
        message_id,
        message_sender_id: carol.id,
        stream_id: general,
        topic: 'plums',
        content: 'Buy ```ladders``` @**all**',
        reporter_id: greta.id,
        report_type: 'norms',
        description: '@**all** Look.',
        is_hidden: false,
        handled_by: null,
      },
    ])
    // Somebody who reads the channel without being a moderator can neither list reports nor use their buttons.
    const denied = withReason('moderation-denied')
    await expect(dave.api.getMessageReports()).rejects.toMatchObject(denied)
    await expect(greta.api.getMessageReports()).rejects.toMatchObject(denied)
    const { report_id } = reports[0]!
    await expect(dave.api.updateMessageReport({ report_id, is_handled: true })).rejects.toMatchObject(denied)
    await expect(dave.api.interact({ message_id: report.id, component_id: 'handle' })).rejects.toMatchObject(
      denied,
    )

    await mona.api.interact({ message_id: report.id, component_id: 'handle' })
    expect((await newestReport(alice)).buttons).toEqual(['handled', 'reopen', 'hide'])
    expect((await alice.api.getMessageReports()).reports).toEqual([])
    const handled = await alice.api.getMessageReports({ state: 'handled' })
    expect(handled).toMatchObject({ reports: [{ report_id, handled_by: mona.id }], has_more: false })
    await alice.api.updateMessageReport({ report_id, is_handled: false })
    expect((await newestReport(mona)).buttons).toEqual(['handle', 'hide'])
    await mona.api.interact({ message_id: report.id, component_id: 'hide' })
    expect(await rawContent(dave, message_id)).toBe('Hidden by a moderator')
    expect((await newestReport(mona)).buttons).toEqual(['handle', 'unhide'])
    await mona.api.interact({ message_id: report.id, component_id: 'unhide' })
    expect(await rawContent(dave, message_id)).toContain('ladders')
    await expect(
      alice.api.updateMessageReport({ report_id: report_id + 9, is_handled: true }),
    ).rejects.toMatchObject(withReason('message-report-not-found'))
    await carol.api.deleteMessage({ message_id })
    expect((await mona.api.getMessageReports()).reports).toMatchObject([{ message_id: null }])
    expect((await newestReport(mona)).buttons).toEqual(['handle'])
    await expect(mona.api.interact({ message_id: report.id, component_id: 'hide' })).rejects.toMatchObject(
      withReason('component-not-found'),
    )
  })

  it('tells all moderators, and nobody else, each time that the list of reports changes', async () => {
    const { alice, bob, mona, carol, dave } = await createModeratedWorld()
    const message_id = await sendChannelMessage(carol, 'general', 'plums', 'Buy ladders')
    await sendChannelMessage(alice, 'court', 'rules', 'Be kind')
    const unreported = await sendChannelMessage(carol, 'general', 'plums', 'Buy plums')
    const reportedBy = ({ api }: typeof dave) => api.reportMessage({ message_id, report_type: 'spam' })
    /** How often the list changed for each person during an action. */
    const changes = async (action: () => Promise<unknown>) => {
      const received = await eventsPerUser({ alice, bob, mona, carol, dave }, action)
      return Object.fromEntries(
        Object.entries(received).map(([name, events]) => [
          name,
          events.filter(({ type }) => type === 'message_reports').length,
        ]),
      )
    }
    // Bob does not read the channel for moderation requests, Dave does.
    const once = { alice: 1, bob: 1, mona: 1, carol: 0, dave: 0 }
    const never = { ...once, alice: 0, bob: 0, mona: 0 }
    expect(await changes(() => reportedBy(dave))).toEqual(once)
    expect(await changes(() => reportedBy(bob))).toEqual(once)
    const [report] = (await mona.api.getMessageReports()).reports
    const report_id = report?.report_id ?? 0
    const setHandled = (is_handled: boolean) => mona.api.updateMessageReport({ report_id, is_handled })
    expect(await changes(() => setHandled(true))).toEqual(once)
    expect(await changes(() => setHandled(true))).toEqual(never)
    expect(await changes(() => setHandled(false))).toEqual(once)
    const { id } = await newestReport(mona)
    expect(await changes(() => mona.api.interact({ message_id: id, component_id: 'handle' }))).toEqual(once)
    // With both of its reports.
    expect(await changes(() => mona.api.hideMessage({ message_id }))).toEqual(once)
    expect(await changes(() => mona.api.unhideMessage({ message_id }))).toEqual(once)
    expect(await changes(() => mona.api.hideMessage({ message_id: unreported }))).toEqual(never)
    await sendChannelMessage(carol, 'general', 'plums', 'Sorry')
    expect(await changes(() => carol.api.deleteMessage({ message_id: unreported }))).toEqual(never)
    expect(await changes(() => carol.api.deleteMessage({ message_id }))).toEqual(once)
  })

  it('shows moderators a direct message that they cannot read, and lets them hide it', async () => {
    const { alice, mona, carol, dave } = await createModeratedWorld()
    const message_id = (
      await carol.api.sendMessage({ type: 'direct', to: [dave.id], content: 'You are a fig' })
    ).id
    const unreadable = withReason('message-not-found')
    await expect(mona.api.hideMessage({ message_id })).rejects.toMatchObject(unreadable)
    await expect(mona.api.reportMessage({ message_id, ...spam })).rejects.toMatchObject(unreadable)
    await dave.api.reportMessage({ message_id, report_type: 'harassment' })
    const report = await newestReport(alice)
    expect(report.content).toContain('reported a direct message by')
    expect(report.content).toContain('You are a fig')
    await mona.api.hideMessage({ message_id, reason: 'Be kind.' })
    expect(await rawContent(dave, message_id)).toBe('Hidden by a moderator')
    expect(await mona.api.getHiddenMessage({ message_id })).toMatchObject({ content: 'You are a fig' })
    await expect(mona.api.getMessage({ message_id })).rejects.toMatchObject(unreadable)
  })

  it('is refused without a channel, of own and unreadable messages, twice, too often, and without a description', async () => {
    const world = await createModeratedWorld()
    const { alice, carol, dave, mona } = world
    const message_id = await sendChannelMessage(carol, 'general', 'plums')
    await expect(carol.api.reportMessage({ message_id, ...spam })).rejects.toMatchObject(
      withReason('message-report-own'),
    )
    await expect(
      dave.api.reportMessage({ message_id, report_type: 'other', description: ' ' }),
    ).rejects.toMatchObject(withReason('message-report-description-missing'))
    await dave.api.reportMessage({ message_id, ...spam })
    await expect(dave.api.reportMessage({ message_id, ...spam })).rejects.toMatchObject(
      withReason('message-report-exists'),
    )
    await mona.api.reportMessage({ message_id, ...spam })
    await mona.api.hideMessage({ message_id })
    await expect(alice.api.reportMessage({ message_id, ...spam })).rejects.toMatchObject(
      withReason('message-hidden-already'),
    )
    const long = await sendChannelMessage(carol, 'general', 'plums', '`'.repeat(9_000))
    await dave.api.reportMessage({ message_id: long, ...spam, description: '`'.repeat(1_000) })
    expect((await mona.api.getMessageReports()).reports[0]?.content).toHaveLength(2_000)
    await archive(world, world.court)
    const other = await sendChannelMessage(carol, 'general', 'plums')
    await expect(dave.api.reportMessage({ message_id: other, ...spam })).rejects.toMatchObject(
      withReason('message-report-unavailable'),
    )
    const limited = await createWorld({ config: { rateLimits: true } })
    const own = await sendChannelMessage(limited.carol, 'general', 'plums')
    const report = () => limited.carol.api.reportMessage({ message_id: own, ...spam })
    for (let n = 0; n < 10; n++) {
      await expect(report()).rejects.toMatchObject(withReason('message-report-unavailable'))
    }
    await expect(report()).rejects.toMatchObject({ status: 429 })
  })
})
