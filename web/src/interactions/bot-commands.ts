import type { BotCommandObject } from '@loquat/contract'
import { api } from '../session/api.ts'
import { detectSessionEnd, onEvents, onFreshState } from '../session/session.ts'

/** Slash commands of bots. Loaded when somebody types a slash, and again after they changed. */
let commands: readonly BotCommandObject[] = []
let loading: Promise<void> | undefined
let isStarted = false

export const loadedCommands = (): readonly BotCommandObject[] => commands
const isBotCommand = (name: string): boolean => commands.some((one) => one.name === name)

export function loadCommands(): Promise<void> {
  if (!isStarted) {
    isStarted = true
    onFreshState(forget)
    onEvents((events) => {
      if (events.some((event) => event.type === 'bot_commands')) forget()
    })
  }
  loading ??= load()
  return loading
}

/** Maximum wait for the list of commands, so that the text can be sent anyway. */
const findTimeoutMs = 3_000

/** Whether a bot has this command, also while the list is still loading. */
export async function findBotCommand(name: string): Promise<boolean> {
  if (isBotCommand(name)) return true
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, findTimeoutMs))
  await Promise.race([loadCommands(), timeout])
  return isBotCommand(name)
}

/** The list stays until the next one is loaded. */
function forget(): void {
  loading = undefined
}

async function load(): Promise<void> {
  try {
    commands = (await api.getBotCommands()).commands
  } catch (error) {
    forget()
    detectSessionEnd(error)
  }
}
