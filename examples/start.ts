import type { Bot } from '@loquat/client'

/** Starts a bot, logs this, and stops it gracefully on SIGINT or SIGTERM. */
export async function start(bot: Bot): Promise<void> {
  const ready = await bot.start().then(
    () => true,
    (error: Error) => {
      console.error(`The bot could not start: ${error.message}. Does the server run (npm start)?`)
      process.exitCode = 1
    },
  )
  if (!ready) return
  console.log(`${bot.identity.name} listens. Ctrl-C ends it.`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void bot.stop())
}
