/**
 * An asynchronous stand-up meeting.
 *
 *   @**Stand-up** start     in a channel: asks its people, each in a direct message
 *   @**Stand-up** remind    reminds everyone who has not answered
 *   @**Stand-up** finish    posts the answers in the topic where it was started
 */
import { type Bot, botCredentials, createBot } from '@loquat/client'
import { start } from './start.ts'

interface Round {
  channelId: number
  topic: string
  /** Names by user ID, and their answers. */
  people: Record<string, string>
  notes: Record<string, string[]>
}

const bot: Bot = createBot({ ...botCredentials(process.env), allPublicChannels: true })
const question = 'What did you do, what is next, and is anything in your way?'

/** One meeting at a time; it outlives a restart of the bot. */
const loadRound = async () => {
  const value = await bot.storage.get('round')
  return value === undefined ? undefined : (JSON.parse(value) as Round)
}

bot.onMention(async ({ message, text, reply, storage }) => {
  const round = await loadRound()
  if (text === 'start') {
    if (round !== undefined) return await reply('There is one already. `finish` ends it.')
    const channelId = message.stream_id ?? 0
    const people = await peopleIn(channelId)
    const begun: Round = { channelId, topic: message.subject, people, notes: {} }
    await storage.set('round', JSON.stringify(begun))
    await ask(Object.keys(people))
    return await reply(`I have asked ${Object.keys(people).length} people. \`finish\` shows what they say.`)
  }
  if (round === undefined) return await reply('Nothing is going on. `start` asks everybody in this channel.')
  const silent = Object.keys(round.people).filter((id) => round.notes[id] === undefined)
  if (text === 'remind') {
    await ask(silent)
    return await reply(`I have asked ${silent.length} of them again.`)
  }
  if (text !== 'finish') return await reply('I understand `start`, `remind` and `finish`.')
  await bot.api.sendMessage({
    type: 'channel',
    to: round.channelId,
    topic: round.topic,
    content: summary(round, silent),
  })
  await storage.delete('round')
})

bot.onDirectMessage(async ({ message, text, reply, react, storage }) => {
  const round = await loadRound()
  if (round?.people[message.sender_id] === undefined) return await reply('Nobody has asked you, thank you.')
  await storage.update('round', (value) => {
    const current = value === undefined ? round : (JSON.parse(value) as Round)
    const before = current.notes[message.sender_id] ?? []
    return JSON.stringify({ ...current, notes: { ...current.notes, [message.sender_id]: [...before, text] } })
  })
  await react('thumbs_up')
})

/** Subscribers who are not bots. */
async function peopleIn(channelId: number): Promise<Record<string, string>> {
  const { subscribers } = await bot.api.getSubscribers({ stream_id: channelId })
  const { members } = await bot.api.getUsers()
  const people = members.filter(
    (user) => !user.is_bot && user.is_active && subscribers.includes(user.user_id),
  )
  return Object.fromEntries(people.map((user) => [user.user_id, user.full_name]))
}

async function ask(userIds: string[]): Promise<void> {
  for (const id of userIds) {
    await bot.api.sendMessage({ type: 'direct', to: [Number(id)], content: question })
  }
}

function summary({ people, notes }: Round, silent: string[]): string {
  const answers = Object.entries(notes).map(([id, lines]) => {
    const quoted = lines.join('\n').replace(/^/gm, '> ')
    return `**${people[id]}**\n${quoted}`
  })
  const missing = silent.map((id) => people[id]).join(', ')
  return [...answers, ...(missing === '' ? [] : [`Nothing yet from ${missing}.`])].join('\n\n')
}

await start(bot)
