import { addBot, changeRows, createWorld, eventsDuring, type Person, runJobs } from '@loquat/devkit'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { named } from '../../places/channels/testing/fixtures.ts'

const read = async (person: Person, narrow: object[]) => {
  const view = { anchor: 'newest', num_before: 20, num_after: 0, apply_markdown: false } as const
  const { messages } = await person.api.getMessages({ ...view, narrow: narrow as never })
  return messages
}
const direct = async (person: Person) =>
  (await read(person, [{ operator: 'is', operand: 'dm' }])).map((message) => message.content)
const inChannel = (person: Person, operand: string) => read(person, [{ operator: 'channel', operand }])

describe('Users who are subscribed by others', () => {
  it('receive a notice with the actor and the channels', async () => {
    const world = await createWorld()
    const { carol, dave, greta } = world
    await carol.api.subscribe(named('plums', 'figs'))
    await carol.api.subscribe({ ...named('plums', 'figs'), principals: [dave.id, carol.id] })
    await carol.api.subscribe({ ...named('plums'), principals: [greta.id] })
    await runJobs(world)
    const who = `@**Carol Member|${carol.id}**`
    expect(await direct(dave)).toEqual([
      `${who} subscribed you to the following channels:\n\n* #**figs**\n* #**plums**`,
    ])
    expect(await direct(greta)).toEqual([`${who} subscribed you to the channel #**plums**.`])
    expect(await direct(carol)).toEqual([])
  })

  it('receive no notice about new channels; bots receive none at all', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const bot = await addBot(world, carol)
    await carol.api.subscribe({ ...named('plums'), principals: [dave.id] })
    await carol.api.subscribe({ ...named('plums'), principals: [bot.id] })
    await runJobs(world)
    expect(await direct(dave)).toEqual([])
    expect(await direct(bot)).toEqual([])
  })
})

describe('A new channel', () => {
  it('starts with a notice about its description and creator, read for the creator', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    await carol.api.subscribe({
      subscriptions: [{ name: 'plums', description: 'About plums' }],
      principals: [carol.id, dave.id],
    })
    await carol.api.subscribe({ ...named('den'), invite_only: true })
    await runJobs(world)
    const [first] = await inChannel(dave, 'plums')
    expect(first).toMatchObject({
      subject: 'channel events',
      sender_full_name: 'Notification Bot',
      content: `**Public** channel created by @_**Carol Member|${carol.id}**. **Description:**\n\`\`\`quote\nAbout plums\n\`\`\``,
      flags: [],
    })
    expect((await inChannel(carol, 'plums'))[0]?.flags).toEqual(['read'])
    expect((await inChannel(carol, 'den'))[0]?.content).toMatch(
      /^\*\*Private, protected history\*\*[\s\S]*No description/,
    )
  })

  it('is announced in the configured channel, if the creator wants it', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { stream_id } = await carol.api.getChannelId({ stream: 'general' })
    await changeRows(
      world,
      { realm: true },
      sql`update realm set settings = jsonb_build_object('new_stream_announcements_stream_id', ${stream_id}::int)`,
    )
    await carol.api.subscribe({ ...named('quiet') })
    await carol.api.subscribe({ ...named('plums', 'figs'), announce: true })
    const events = await eventsDuring(dave, () => runJobs(world))
    expect(events).toHaveLength(1)
    const [message] = await inChannel(dave, 'general')
    expect(message).toMatchObject({
      subject: 'new channels',
      content: `@_**Carol Member|${carol.id}** created new channels: #**plums**, #**figs**.`,
    })
  })
})
