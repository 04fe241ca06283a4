import { createWorld, eventsPerUser, type Person } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'
import { callWebhooks } from './jobs.ts'
import { type Answer, addWebhookBot, directMessages, json, raw, startReceiver } from './testing/receiver.ts'

const form = (reply = 'yes') =>
  JSON.stringify({
    widget_type: 'zform',
    extra_data: {
      type: 'choices',
      heading: 'Figs?',
      choices: [{ short_name: 'A', long_name: 'Yes', reply }],
    },
  })

const inGeneral = async (person: Person, after: number) =>
  (
    await person.api.getMessages({
      anchor: String(after),
      include_anchor: false,
      num_before: 0,
      num_after: 9,
      apply_markdown: false,
      narrow: [{ operator: 'channel', operand: 'general' }],
    })
  ).messages

describe('The response of an outgoing webhook', () => {
  it('is posted by the bot in the same conversation; a response that cannot be posted gives a notice there and to its owner', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const responseOf = async (answer: Answer) => {
      receiver.answer = answer
      const content = '@**Hook** figs?'
      const { id } = await dave.api.sendMessage({ type: 'channel', to: 'general', topic: 'figs', content })
      const calls = receiver.received.length
      await callWebhooks.run(world.app, {})
      // None of these calls is retried, even later.
      world.clock.advance(3_600)
      await callWebhooks.run(world.app, {})
      expect(receiver.received).toHaveLength(calls + 1)
      return await inGeneral(dave, id)
    }

    const replies: [what: string, answer: Answer, content: string | undefined][] = [
      ['content', json({ content: 'Ripe. :fig:' }), 'Ripe. :fig:'],
      ['the older name', json({ response_string: 'Old' }), 'Old'],
      ['both', json({ response_string: 'Old', content: 'New' }), 'Old'],
      ['a number', json({ content: 5 }), '5'],
      ['a boolean', json({ content: true }), 'true'],
      ['an object', json({ content: { a: [1] } }), '{"a":[1]}'],
      ['another success', json({ content: 'Made' }, 201), 'Made'],
      ['space around it', json({ content: '\n  Ripe.  \n' }), '  Ripe.'],
      ['too much', json({ content: 'x'.repeat(10_001) }), `${'x'.repeat(10_000 - 20)}\n[message truncated]`],
      ['a mention of another bot and of itself', json({ content: '@**Hook**' }), '@**Hook**'],
      ['not required', json({ response_not_required: true, content: 'x' }), undefined],
      ['required after all', json({ response_not_required: false, content: 'x' }), 'x'],
      ['an empty object', json({}), undefined],
      ['other fields', json({ text: 'x', widget_content: form() }), undefined],
      ['an empty text', json(''), undefined],
      ['a blank reply', json({ content: ' \n ' }), undefined],
      ['no reply', json({ content: null }), undefined],
      ['no content', raw('', 204), undefined],
    ]
    for (const [what, answer, content] of replies) {
      const messages = await responseOf(answer)
      const expected = content === undefined ? [] : [{ content, sender_id: bot.id, subject: 'figs' }]
      expect(messages, what).toMatchObject(expected)
      for (const { client } of messages) expect(client).toBe('OutgoingWebhookResponse')
    }
    const [withForm] = await responseOf(json({ content: 'Figs?', widget_content: form() }))
    expect(JSON.parse(withForm?.submessages[0]?.content ?? '')).toEqual(JSON.parse(form()))
    const [old] = await responseOf(json({ response_string: 'Figs?', widget_content: form() }))
    expect(old?.submessages).toEqual([])
    expect(await directMessages(carol, bot)).toEqual([])

    const failures: [what: string, answer: Answer, because: RegExp, shown?: string][] = [
      ['no JSON', raw('<h1>``` Oops</h1>'), /isn't valid JSON/, '````\n<h1>``` Oops</h1>\n````'],
      ['nothing at all', raw(''), /isn't valid JSON/],
      ['far too much', raw(`"${'x'.repeat(2 ** 20)}"`), /isn't valid JSON/],
      ['a list', json(['x']), /isn't a JSON object/, '["x"]'],
      ['a word', json('x'), /isn't a JSON object/],
      ['null', json(null), /isn't a JSON object/],
      ['a bad widget', json({ content: 'Figs', widget_content: '{' }), /widget_content/, 'Figs'],
      [
        'a bad widget with a mention',
        json({ content: 'Figs', widget_content: '{"@*role:members*": 1}' }),
        /widget_content/,
      ],
      ['a null byte', json({ content: 'a\0b' }), /character/],
      ['a lone surrogate', json({ content: 'a\ud800' }), /character/],
      ['one in a widget', json({ content: 'a', widget_content: form('\0') }), /character/],
      ['a mention it may not make', json({ content: '@*role:members*' }), /mention/],
      ['a server error', raw('Out of figs\0', 500), /status 500/, 'Out of figs'],
      ['the same server error', raw('Still out of figs', 500), /status 500/],
      ['a missing page', raw('', 404), /status 404/],
      ['a forbidden address', raw('', 407), /can't be called/],
      ['another address', raw('', 302, { location: `${receiver.url}/other` }), /redirect/],
    ]
    const rejected = new Set(['widget_content', 'character', 'mention'])
    const reasons = new Set<string>()
    let noticeCount = 0
    for (const [what, answer, because, shown] of failures) {
      const messages = await responseOf(answer)
      expect(messages, what).toMatchObject([{ sender_id: bot.id, subject: 'figs' }])
      expect(messages[0]?.content, what).toMatch(because)
      const notices = (await directMessages(carol, bot)).slice(noticeCount)
      noticeCount += notices.length
      // One notice per reason.
      const reason = rejected.has(because.source) ? 'rejected' : because.source
      expect(notices, what).toHaveLength(reasons.has(reason) ? 0 : 1)
      reasons.add(reason)
      for (const notice of notices) {
        expect(notice, what).toMatch(because)
        expect(notice).toMatch(
          /\[a message\]\(http[^)]+\/#narrow\/channel\/\d+-general\/topic\/figs\/near\/\d+\)/,
        )
        if (shown !== undefined) expect(notice, what).toContain(shown)
      }
    }
    expect(await directMessages(dave, bot)).toEqual([])

    // After a success, and at a new URL, the next failure gives a notice again.
    await responseOf(json({}))
    await responseOf(raw('', 500))
    expect(await directMessages(carol, bot)).toHaveLength(++noticeCount)
    await responseOf(raw('', 500))
    expect(await directMessages(carol, bot)).toHaveLength(noticeCount)
    await carol.api.updateBot({ bot_id: bot.id, service_payload_url: `${receiver.url}?2` })
    await responseOf(raw('', 500))
    expect(await directMessages(carol, bot)).toHaveLength(++noticeCount)
  })

  it('that cannot be posted is explained to each reader in their language', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    await carol.api.updateSettings({ default_language: 'de' })
    receiver.answer = json({ content: 'a\0b' })
    await dave.api.sendMessage({ type: 'direct', to: [bot.id], content: 'figs?' })
    await callWebhooks.run(world.app, {})
    expect((await directMessages(carol, bot)).at(-1)).toContain('Sie enthält ein Zeichen')
    expect((await directMessages(dave, bot)).at(-1)).toContain('It contains an invalid character')
  })

  it('goes to everyone in the conversation, even if the bot may not post there, with events for all', async () => {
    const world = await createWorld({ config: { allowPrivateCallbacks: true } })
    const { alice, carol, dave } = world
    const receiver = await startReceiver()
    const bot = await addWebhookBot(world, carol, 'Hook', receiver.url)
    const silent = await addWebhookBot(world, carol, 'Nowhere', undefined)
    receiver.answer = json({ content: '@**Carol Member** Ripe.' })
    const content = '@**Hook** figs?'

    // A private channel that is archived during the call.
    await carol.api.subscribe({
      subscriptions: [{ name: 'secret' }],
      invite_only: true,
      principals: [carol.id, dave.id],
    })
    const { stream_id } = await carol.api.getChannelId({ stream: 'secret' })
    await dave.api.sendMessage({ type: 'channel', to: 'secret', topic: 'figs', content })
    await alice.api.archiveChannel({ stream_id })
    const inSecret = await eventsPerUser({ alice, carol, dave, bot }, () => callWebhooks.run(world.app, {}))
    expect(inSecret.carol).toMatchObject([
      { type: 'message', flags: ['mentioned'], message: { sender_id: bot.id, stream_id, subject: 'figs' } },
    ])
    expect(inSecret.dave).toMatchObject([{ type: 'message' }])
    expect([inSecret.alice, inSecret.bot]).toEqual([[], []])

    // In the topic to which the message was moved meanwhile.
    const moved = await dave.api.sendMessage({ type: 'channel', to: 'general', topic: 'figs', content })
    await alice.api.updateMessage({ message_id: moved.id, topic: 'plums' })
    const inPlums = await eventsPerUser({ dave }, () => callWebhooks.run(world.app, {}))
    expect(inPlums.dave).toMatchObject([{ type: 'message', message: { subject: 'plums' } }])

    const people = [carol, dave, bot]
    await dave.api.sendMessage({ type: 'direct', to: people.map(({ id }) => id), content: 'figs?' })
    const direct = await eventsPerUser({ carol, dave, bot }, () => callWebhooks.run(world.app, {}))
    for (const person of ['carol', 'dave']) {
      expect(direct[person]).toMatchObject([
        { type: 'message', message: { sender_id: bot.id, type: 'private' } },
      ])
    }
    expect(direct.bot?.map(({ type }) => type)).toEqual(['message', 'update_message_flags'])

    // A bot without a URL. The owner gets a notice with a link, others without one.
    await dave.api.sendMessage({ type: 'direct', to: [silent.id], content: 'figs?' })
    const received = await eventsPerUser({ carol, dave }, () => callWebhooks.run(world.app, {}))
    expect(received.dave).toMatchObject([{ message: { sender_id: silent.id } }])
    expect(received.carol).toMatchObject([{ message: { sender_id: silent.id, type: 'private' } }])
    expect(await directMessages(carol, silent)).toMatchObject([
      expect.stringMatching(/\/#narrow\/dm\/\d+-Dave-Member\/near\/\d+\): no URL is configured for me/),
    ])

    // A bot that was deactivated meanwhile, here with its owner, is not called.
    receiver.received.length = 0
    await dave.api.sendMessage({ type: 'channel', to: 'general', topic: 'figs', content })
    await alice.api.deactivateUser({ user_id: carol.id })
    const nothing = await eventsPerUser({ dave }, () => callWebhooks.run(world.app, {}))
    expect([nothing.dave, receiver.received]).toEqual([[], []])
  })
})
