/**
 * Counts karma points of people and things.
 *
 *   plums++  @**Ana**++  mondays--     in any public channel
 *   @**Karma** top                     lists the highest scores
 */
import { type BotContext, botCredentials, createBot } from '@loquat/client'
import { start } from './start.ts'

const bot = createBot({ ...botCredentials(process.env), allPublicChannels: true })

/** `@**Ana|12**++` or `plums++`, at the end of a word. */
const vote = /(?:@\*\*([^*|]+)(?:\|\d+)?\*\*|([\p{L}\p{N}_]+))(\+\+|--)(?=$|[\s,.!?)])/gu

bot.onMessage(async ({ message, reply, storage }) => {
  const lines: string[] = []
  for (const [, person, thing = '', sign] of withoutCode(message.content).matchAll(vote)) {
    if (person === message.sender_full_name) {
      lines.push('Nobody votes for themselves.')
      continue
    }
    const name = person ?? thing
    const points = await storage.update(keyOf(name), (value) => {
      const before = value === undefined ? 0 : read(value).points
      return JSON.stringify({ name, points: before + (sign === '++' ? 1 : -1) })
    })
    lines.push(`**${name}**: ${read(points).points}`)
  }
  if (lines.length > 0) await reply(lines.join('\n'))
})

bot.onMention(answer)
bot.onDirectMessage(answer)

async function answer({ text, reply, storage }: BotContext): Promise<void> {
  if (text.search(vote) >= 0) return
  if (text !== 'top') {
    await reply('Write `plums++` or `mondays--` in a channel. `top` shows lists the highest scores.')
    return
  }
  const all = Object.values(await storage.all()).map(read)
  const best = all.sort((a, b) => b.points - a.points).slice(0, 10)
  const lines = best.map(({ name, points }, n) => `${n + 1}. ${name}: ${points}`)
  await reply(lines.join('\n') || 'Nobody has voted yet.')
}

/** `Plums` and `plums` are the same. */
const keyOf = (name: string) => `karma ${name.toLowerCase()}`
const read = (value: string) => JSON.parse(value) as { name: string; points: number }
/** `i++` in a program is no opinion. */
const withoutCode = (markdown: string) => markdown.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, ' ')

await start(bot)
