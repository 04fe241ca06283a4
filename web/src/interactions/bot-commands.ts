import type { BotCommandObject } from '@loquat/contract'
import { api } from '../session/api.ts'
import { detectSessionEnd, onEvents, onFreshState } from '../session/session.ts'

/** Slash commands of bots. Loaded when somebody types a slash, and again after they changed. */
let commands: readonly BotCommandObject[] = []
let loading: Promise<void> | undefined
let isStarted = false

export const loadedCommands = (): readonly BotCommandObject[] => commands
export const isBotCommand = (name: string): boolean => commands.some((one) => one.name === name)

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
