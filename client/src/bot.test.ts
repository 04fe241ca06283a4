import { addBot, createWorld, eventually, type Person, type World, withReason } from '@loquat/devkit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type BotOptions, botCredentials, createBot } from './bot.ts'

async function newBot(world: World, options: Partial<BotOptions> = {}) {
  const account = await addBot(world, world.alice)
  await account.api.subscribe({ subscriptions: [{ name: 'general' }] })
  const { full_name: name } = await account.api.getOwnUser()
  const bot = createBot({ url: world.url, email: account.email, apiKey: account.apiKey, ...options })
  onTestFinished(() => bot.stop())
  return { account, name, bot }
}

const send = (person: Person, content: string, topic = 'bots', to = 'general') =>
  person.api.sendMessage({ type: 'channel', to, topic, content })

async function newest(person: Person, count = 20) {
  const { messages } = await person.api.getMessages({
    anchor: 'newest',
    num_before: count,
    num_after: 0,
    apply_markdown: false,
  })
  return messages
}

const contents = async (person: Person) => (await newest(person)).map(({ content }) => content)

describe('A bot', () => {
  it('replies in the same conversation, reacts, and stores values', async () => {
    const world = await createWorld()
    const { carol, dave } = world
    const { bot, account, name } = await newBot(world)
    const heard: string[] = []
    bot
      .onMessage(({ text }) => heard.push(text))
      .onMention(async ({ text, message, reply, react, storage }) => {
        const count = await storage.update('count', (value) => String(Number(value ?? 0) + 1))
        await react(':tada:')
        await reply(`${message.sender_full_name} said "${text}" (${count})`)
      })
      .onDirectMessage(({ text, reply }) => reply(`Between us: ${text}`))
    await bot.start()
    expect(bot.identity).toEqual({ id: account.id, name })
    await expect(bot.start()).rejects.toThrow('already')

    await send(dave, 'not for bots')
    const { id } = await send(carol, `@**${name}**: count this, @**Dave|${dave.id}**`)
    await eventually(async () =>
      expect((await newest(carol)).at(-1)).toMatchObject({
        content: `Carol Member said "count this, @**Dave|${dave.id}**" (1)`,
        subject: 'bots',
        sender_id: account.id,
      }),
    )
    const asked = (await newest(carol)).find((message) => message.id === id)
    expect(asked?.reactions).toMatchObject([{ emoji_name: 'tada', user_id: account.id }])

    await carol.api.sendMessage({ type: 'direct', to: [account.id], content: `hi @**|${account.id}**` })
    await carol.api.sendMessage({ type: 'direct', to: [account.id, dave.id], content: 'hi both' })
    await eventually(async () => expect(await contents(dave)).toContain('Between us: hi both'))
    await eventually(async () => expect(await contents(carol)).toContain('Between us: hi'))
    expect(await contents(dave)).not.toContain('Between us: hi')

    await world.alice.api.updateBot({ bot_id: account.id, full_name: 'Plum' })
    await send(carol, 'over to you @**plum**')
    await eventually(async () =>
      expect(await contents(carol)).toContain('Carol Member said "over to you" (2)'),
    )
    expect(heard, 'everything but its own words').toEqual([
      'not for bots',
      `count this, @**Dave|${dave.id}**`,
      'hi',
      'hi both',
      'over to you',
    ])
    const { storage } = bot
    await storage.set('color', 'blue')
    expect(await storage.all()).toEqual({ color: 'blue', count: '2' })
    await storage.delete('color')
    await storage.delete('color')
    expect(await storage.get('color')).toBeUndefined()
    const adding = Array.from({ length: 5 }, () => storage.update('n', (value) => `${value ?? ''}x`))
    expect((await Promise.all(adding)).at(-1)).toBe('xxxxx')
    await bot.stop()
  })

  it('handles the messages of a conversation in order and conversations in parallel, survives errors, and finishes before it stops', async () => {
    const world = await createWorld()
    const { carol, app } = world
    const errors: string[] = []
    const { bot, account } = await newBot(world, {
      onError: (error, message) => errors.push(`${message.content}: ${(error as Error).message}`),
    })
    const log: string[] = []
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    bot.onMessage(async ({ text, reply }) => {
      log.push(`begin ${text}`)
      if (text === 'slow') await released
      if (text === 'bad') throw new Error('no good')
      if (text === 'slow') await reply('at last')
      log.push(`end ${text}`)
    })
    await bot.start()
    await send(carol, 'bad')
    await send(carol, 'slow')
    await send(carol, 'after', 'BOTS')
    await send(carol, 'elsewhere', 'another topic')
    await eventually(() => expect(log).toContain('end elsewhere'))
    expect(errors).toEqual(['bad: no good'])
    expect(log).toEqual(['begin bad', 'begin slow', 'begin elsewhere', 'end elsewhere'])

    let isStopped = false
    const stopped = bot.stop().then(() => {
      isStopped = true
    })
    const queues = () => app.database.db.selectFrom('event_queue').select('id').execute()
    await eventually(async () => expect(await queues()).toEqual([]))
    await send(carol, 'too late')
    expect(isStopped).toBe(false)
    release()
    await stopped
    expect(log.slice(4)).toEqual(['end slow', 'begin after', 'end after'])
    expect(await contents(carol)).toContain('at last')

    await bot.start()
    await send(carol, 'again')
    await eventually(() => expect(log).toContain('end again'))
    expect(log).not.toContain('begin too late')
    const wrong = createBot({ url: world.url, email: account.email, apiKey: 'wrong' })
    await expect(wrong.start()).rejects.toMatchObject(withReason('credentials-invalid'))
  })

  it('handles each message once when its connection breaks, and receives public channels on request', async () => {
    const world = await createWorld()
    const { carol } = world
    const first = await world.secondNode()
    let target = first.url
    const { bot, name } = await newBot(world, {
      allPublicChannels: true,
      fetch: (url, init) => fetch(String(url).replace(world.url, target), init),
    })
    await carol.api.subscribe({ subscriptions: [{ name: 'elsewhere' }] })
    const mentioned: string[] = []
    bot.onMention(({ text }) => mentioned.push(text))
    await bot.start()
    await send(carol, `@**${name}** one`, 'x', 'elsewhere')
    await send(carol, 'nobody', 'x', 'elsewhere')
    await send(carol, `@**${name}** two`)
    await eventually(() => expect(mentioned).toEqual(['one', 'two']))
    await first.stop()
    await send(carol, `@**${name}** three`)
    target = world.url
    await send(carol, `@**${name}** four`)
    await eventually(() => expect(mentioned).toEqual(['one', 'two', 'three', 'four']))
  })

  it('reads its credentials from an environment or a file', () => {
    const expected = { url: 'https://chat.example.com', email: 'plum-bot@example.com', apiKey: 'abc=def' }
    const environment = {
      LOQUAT_BOT_URL: 'https://chat.example.com/',
      LOQUAT_BOT_EMAIL: 'plum-bot@example.com',
      LOQUAT_BOT_API_KEY: 'abc=def',
      OTHER: undefined,
    }
    const lines = Object.entries(environment).map(([name, value]) => `${name}="${value}"`)
    const file =
      '[api]\nemail = plum-bot@example.com\r\nkey=abc=def\n# site=none\nsite=https://chat.example.com\n'
    for (const source of [environment, lines.join('\n'), file])
      expect(botCredentials(source)).toEqual(expected)
    expect(() => botCredentials('email=x\nkey=')).toThrow('LOQUAT_BOT_URL')
    expect(() => botCredentials({ ...environment, LOQUAT_BOT_API_KEY: ' ' })).toThrow('LOQUAT_BOT_API_KEY')
  })
})
