import {
  castPassword,
  eventsPerUser,
  type Person,
  runJobs,
  sendChannelMessage,
  withReason,
} from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { statusFor, uploaded, words } from '../uploads/testing/fixtures.ts'
import { createModeratedWorld, rawContent } from './testing/fixtures.ts'

const placeholder = 'Hidden by a moderator'
const secret = 'quincejam'

/** Everything that a person can fetch about a message and around it. */
async function seenBy({ api }: Person, message_id: number, search = secret): Promise<string> {
  const range = { anchor: 'newest', num_before: 50, num_after: 0 } as const
  const found = await api.getMessages({ ...range, narrow: [{ operator: 'search', operand: search }] })
  return JSON.stringify([
    found.messages.filter(({ id }) => id === message_id),
    await api.getMessages({ ...range, narrow: [{ operator: 'channel', operand: 'general' }] }),
    await api.getMessages({
      ...range,
      narrow: [{ operator: 'channel', operand: 'general' }],
      apply_markdown: false,
    }),
    await api.getMessage({ message_id }),
    await api.getMessageHistory({ message_id }),
  ])
}

describe('A message hidden by a moderator', () => {
  it('is a placeholder for everybody in every answer, and comes back with all it had', async () => {
    const world = await createModeratedWorld()
    const { alice, mona, carol, dave, greta } = world
    const { url } = await uploaded(carol, words('quincejam.txt', `${secret} inside`))
    const message_id = await sendChannelMessage(carol, 'general', 'plums', `first ${secret}`)
    const content = `${secret} [quincejam.txt](${url}) https://example.com/${secret}`
    await carol.api.updateMessage({ message_id, content })
    await dave.api.addReaction({ message_id, emoji_name: 'tada' })
    await dave.api.updateMessageFlags({ messages: [message_id], op: 'add', flag: 'starred' })
    await runJobs(world)
    const before = await seenBy(dave, message_id)
    expect(before).toContain(`first ${secret}`)

    const events = await eventsPerUser({ dave, greta, carol }, () =>
      mona.api.hideMessage({ message_id, reason: 'No @**all** jam.' }),
    )
    expect(events.dave).toMatchObject([
      {
        type: 'update_message',
        rendering_only: true,
        user_id: null,
        content: placeholder,
        rendered_content: `<p class="hidden-by-moderator"><em>${placeholder}</em></p>`,
        flags: expect.arrayContaining(['starred']),
      },
    ])
    expect(JSON.stringify([events.dave, events.greta])).not.toContain(secret)
    expect(JSON.stringify(events.carol)).toContain('A moderator hid one of your messages')
    for (const person of [alice, mona, carol, dave, greta]) {
      expect(await seenBy(person, message_id)).not.toContain(secret)
    }
    expect(await seenBy(dave, message_id, 'inside')).not.toContain(secret)
    expect(await statusFor(world, url, dave)).toBe(403)
    expect(await statusFor(world, url, mona)).toBe(200)
    expect(await statusFor(world, url, carol)).toBe(200)
    // A job of before must not bring it back.
    await runJobs(world)
    expect(await rawContent(dave, message_id)).toBe(placeholder)

    expect(await carol.api.getHiddenMessage({ message_id })).toEqual({
      reason: 'No @**all** jam.',
      timestamp: expect.any(Number),
    })
    expect(await alice.api.getHiddenMessage({ message_id })).toMatchObject({ content, hidden_by: mona.id })
    const denied = withReason('moderation-denied')
    for (const person of [dave, greta]) {
      await expect(person.api.getHiddenMessage({ message_id })).rejects.toMatchObject(denied)
      await expect(person.api.unhideMessage({ message_id })).rejects.toMatchObject(denied)
    }
    await expect(carol.api.unhideMessage({ message_id })).rejects.toMatchObject(denied)
    await expect(carol.api.hideMessage({ message_id })).rejects.toMatchObject(denied)
    await expect(mona.api.hideMessage({ message_id })).rejects.toMatchObject(
      withReason('message-hidden-already'),
    )
    await expect(carol.api.updateMessage({ message_id, content: secret })).rejects.toMatchObject(
      withReason('message-edit-hidden'),
    )
    await expect(carol.api.addSubmessage({ message_id, msg_type: 'x', content: '{}' })).rejects.toMatchObject(
      withReason('message-edit-hidden'),
    )

    const shown = await eventsPerUser({ dave }, () => alice.api.unhideMessage({ message_id }))
    expect(shown.dave).toMatchObject([{ type: 'update_message', rendering_only: true, content }])
    expect(await seenBy(dave, message_id)).toBe(before)
    expect(await seenBy(dave, message_id, 'inside')).toContain(secret)
    expect(await statusFor(world, url, dave)).toBe(200)
    await expect(alice.api.unhideMessage({ message_id })).rejects.toMatchObject(
      withReason('message-not-hidden'),
    )
  })

  it('can be moved, keeps its poll aside, and is complete for legal holds', async () => {
    const { alice, mona, carol, dave, app } = await createModeratedWorld()
    const poll = await sendChannelMessage(carol, 'general', 'plums', `/poll ${secret}?\nyes\nno`)
    await dave.api.addSubmessage({
      message_id: poll,
      msg_type: 'widget',
      content: '{"type":"vote","key":"canned,0","vote":1}',
    })
    const { message } = await dave.api.getMessage({ message_id: poll })
    await mona.api.hideMessage({ message_id: poll })
    expect((await dave.api.getMessage({ message_id: poll })).message.submessages).toEqual([])
    await mona.api.updateMessage({ message_id: poll, topic: 'figs' })
    await alice.api.unhideMessage({ message_id: poll })
    const back = (await dave.api.getMessage({ message_id: poll })).message
    expect(back.submessages).toEqual(message.submessages)
    expect(back).toMatchObject({ subject: 'figs', edit_history: [{ prev_topic: 'plums', topic: 'figs' }] })

    const text = await sendChannelMessage(carol, 'general', 'plums', 'old jam')
    await carol.api.updateMessage({ message_id: text, content: 'new jam' })
    await alice.api.createLegalHold({ name: 'Jam', password: castPassword })
    await mona.api.hideMessage({ message_id: text })
    await mona.api.updateMessage({ message_id: text, topic: 'figs' })
    await alice.api.deleteMessage({ message_id: text })
    const { rows } = await sql`
      select content, edit_history from held_message where message_id = ${text}`.execute(app.database.db)
    expect(rows).toMatchObject([
      { content: 'new jam', edit_history: [{ prev_topic: 'plums' }, { prev_content: 'old jam' }] },
    ])
    await mona.api.hideMessage({ message_id: poll })
    await alice.api.deleteMessage({ message_id: poll })
    const held = await sql`select submessages from held_message where message_id = ${poll}`.execute(
      app.database.db,
    )
    const votes = message.submessages.map(({ sender_id, content }) => ({ sender_id, content }))
    expect(held.rows).toMatchObject([{ submessages: votes }])
    expect(votes).toHaveLength(2)
  })
})
