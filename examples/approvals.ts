/**
 * Asks for approvals, with buttons that everyone in the conversation can use.
 *
 *   /approve a new ladder       in any channel or conversation with the bot
 *
 * The request is decided by somebody else, with a reason if it is declined.
 */
import { botCredentials, type Component, createBot, type InteractionContext } from '@loquat/client'
import { start } from './start.ts'

const bot = createBot(botCredentials(process.env))

/** The buttons remember who asked, and for what. */
const buttons = (userId: number, what: string): Component[] => {
  const value = JSON.stringify({ userId, what })
  return [
    {
      type: 'button',
      id: 'approve',
      label: 'Approve',
      style: 'primary',
      value,
      confirm: { title: 'Approve this request?', confirm_label: 'Approve' },
    },
    {
      type: 'button',
      id: 'decline',
      label: 'Decline',
      style: 'danger',
      value,
      form: {
        title: 'Decline the request',
        submit_label: 'Decline',
        fields: [{ type: 'text', id: 'reason', label: 'Reason', required: true, max_length: 200 }],
      },
    },
  ]
}

/** A mention that notifies nobody. */
const named = (userId: number) => `@_**|${userId}**`

bot.command(
  { name: 'approve', description: 'Ask for an approval', usage: 'what' },
  async ({ userId, arguments: text, reply, whisper }) => {
    const what = text.trim().slice(0, 500)
    if (what === '') {
      await whisper('Write what you need: `/approve a new ladder`.')
      return
    }
    await reply(`${named(userId)} asks for approval: ${what}`, buttons(userId, what))
  },
)

async function decide(context: InteractionContext, outcome: string): Promise<void> {
  const { userId: asker, what } = JSON.parse(context.value) as { userId: number; what: string }
  if (asker === context.userId) {
    await context.whisper('Somebody else has to decide this.')
    return
  }
  const text = `${named(asker)} asked for approval: ${what}\n\n${outcome} by ${named(context.userId)}.`
  await context.update({ text, components: [] })
}

bot.action('approve', (context) => decide(context, '**Approved**'))
bot.action('decline', (context) => decide(context, `**Declined** (${context.fields.reason})`))

await start(bot)
