import { addBot, createWorld, eventually } from '@loquat/devkit'
import { expect, it, onTestFinished } from 'vitest'
import { createBot } from './bot.ts'

it('a bot handles its commands, buttons and forms, and answers in the conversation or to the user alone', async () => {
  const world = await createWorld()
  const { carol, dave } = world
  const account = await addBot(world, world.alice)
  await account.api.subscribe({ subscriptions: [{ name: 'general' }] })
  const failed: unknown[] = []
  const bot = createBot({
    url: world.url,
    email: account.email,
    apiKey: account.apiKey,
    onInteractionError: (error) => failed.push(error),
  })
  onTestFinished(() => bot.stop())
  const done: string[] = []
  bot
    .command({ name: 'pick', description: 'Pick fruit', usage: 'fruit' }, async (context) => {
      await context.reply(`Pick ${context.arguments}?`, [
        { type: 'button', id: 'yes:1', label: 'Yes', value: context.arguments },
        { type: 'button', id: 'fail', label: 'Fail' },
      ])
      await context.whisper('Asked.')
    })
    .action('yes', async ({ value, userId, update }) => {
      done.push(`${userId} ${value}`)
      await update({ text: `Picked ${value}.`, components: [] })
    })
    .action('fail', () => {
      throw new Error('Rotten.')
    })
  await bot.start()
  expect((await dave.api.getBotCommands()).commands).toEqual([
    { name: 'pick', description: 'Pick fruit', usage: 'fruit', bot_id: account.id },
  ])
  const queue = await dave.api.register({
    event_types: ['ephemeral_message'],
    fetch_event_types: [],
    client_capabilities: { interactive_messages: true },
  })
  const place = { type: 'channel', to: 'general', topic: 'fruit' } as const
  await dave.api.runBotCommand({ name: 'pick', arguments: 'plums', ...place })
  const { events } = await dave.api.getEvents({
    queue_id: queue.queue_id ?? '',
    last_event_id: queue.last_event_id,
  })
  expect(events).toMatchObject([{ ephemeral_message: { content: 'Asked.', sender_id: account.id } }])
  const newest = async () => {
    const range = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false, narrow: [] }
    return (await carol.api.getMessages(range)).messages.at(-1)
  }
  const asked = await newest()
  expect(asked).toMatchObject({ content: 'Pick plums?', subject: 'fruit', sender_id: account.id })
  const message_id = asked?.id ?? 0
  await carol.api.interact({ message_id, component_id: 'fail' })
  await carol.api.interact({ message_id, component_id: 'yes:1' })
  await eventually(async () => expect(await newest()).toMatchObject({ content: 'Picked plums.' }))
  expect(done).toEqual([`${carol.id} plums`])
  expect(failed).toMatchObject([{ message: 'Rotten.' }])
  await eventually(async () =>
    expect(JSON.parse((await newest())?.submessages[0]?.content ?? '')).toEqual({ components: [] }),
  )
})
