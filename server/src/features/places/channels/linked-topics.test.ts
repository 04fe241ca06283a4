import { createWorld, type Person, sendChannelMessage } from '@loquat/devkit'
import { describe, expect, it } from 'vitest'

describe('A link to a topic', () => {
  it('leads to the oldest message in the topic that its sender can see', async () => {
    const world = await createWorld()
    const { alice, carol, dave } = world
    const subscribe = async (by: Person, name: string, people: Person[], more = {}) =>
      await by.api.subscribe({ subscriptions: [{ name }], principals: people.map(({ id }) => id), ...more })
    await subscribe(alice, 'secret', [alice], { invite_only: true })
    await subscribe(alice, 'guarded', [alice, carol], {
      invite_only: true,
      history_public_to_subscribers: false,
    })
    const logo = await sendChannelMessage(carol, 'general', 'Logo')
    await sendChannelMessage(carol, 'general', 'logo')
    const unnamed = await sendChannelMessage(carol, 'general', '')
    await sendChannelMessage(alice, 'secret', 'plan')
    const early = await sendChannelMessage(carol, 'guarded', 'plan')
    await subscribe(alice, 'guarded', [dave])
    const late = await sendChannelMessage(carol, 'guarded', 'plan')

    /** Where the link leads, from its topic on; undefined if it is none. */
    const targetFor = async (by: Person, reference: string) => {
      const { rendered } = await by.api.renderMessage({ content: `#**${reference}**` })
      return /href="[^"]*\/topic\/([^"]*)"/.exec(rendered)?.[1]
    }
    const rows: [Person, string, string | undefined][] = [
      [dave, 'general>Logo', `Logo/with/${logo}`],
      [dave, 'general>LOGO', `LOGO/with/${logo}`],
      [dave, 'general>', `/with/${unnamed}`],
      [dave, 'general>fresh start', 'fresh.20start'],
      [dave, `general>logo@${logo}`, `logo/near/${logo}`],
      [dave, 'secret>plan', undefined],
      [carol, 'guarded>plan', `plan/with/${early}`],
      [dave, 'guarded>plan', `plan/with/${late}`],
      [dave, 'nowhere>plan', undefined],
    ]
    for (const [by, reference, target] of rows) {
      expect({ by: by.email, reference, target: await targetFor(by, reference) }).toEqual({
        by: by.email,
        reference,
        target,
      })
    }
    const odd = await world.raw('/api/v1/messages/render', {
      as: dave,
      method: 'POST',
      body: new URLSearchParams({ content: '#**general>a\0b**' }),
    })
    expect(odd.status).toBeLessThan(500)

    // The same in messages, edits and descriptions, and each of many.
    const many = Array.from({ length: 60 }, (_, n) => `#**general>t${n}**`).join(' ')
    const id = await sendChannelMessage(
      dave,
      'general',
      'links',
      `#**general>logo** #**guarded>plan** ${many}`,
    )
    const html = async () => (await carol.api.getMessage({ message_id: id })).message.content ?? ''
    expect((await html()).match(/\/with\/\d+/g)).toEqual([`/with/${logo}`, `/with/${late}`])
    await dave.api.updateMessage({ message_id: id, content: '#**guarded>plan**' })
    expect((await html()).match(/\/with\/\d+/g)).toEqual([`/with/${late}`])
    await alice.api.subscribe({ subscriptions: [{ name: 'new', description: '#**general>logo**' }] })
    const { streams } = await alice.api.getChannels({})
    const { rendered_description, stream_id } = streams.find(({ name }) => name === 'new')!
    expect(rendered_description).toContain(`/with/${logo}"`)
    await alice.api.updateChannel({ stream_id, description: 'see #**general>**' })
    const { stream } = await alice.api.getChannel({ stream_id })
    expect(stream.rendered_description).toContain(`/with/${unnamed}"`)

    // The notice of a move links to the new location.
    await alice.api.updateMessage({
      message_id: logo,
      topic: 'brand',
      propagate_mode: 'change_all',
      send_notification_to_new_thread: true,
      send_notification_to_old_thread: true,
    })
    const { messages } = await carol.api.getMessages({
      anchor: 'newest',
      num_before: 2,
      num_after: 0,
      narrow: [],
    })
    const linked = messages.map(({ content }) => /\/topic\/([^"]*)"/.exec(content ?? '')?.[1])
    expect(linked).toEqual(['Logo', `brand/with/${logo}`])
  })
})
