import type { MessageCommand } from './message-command.ts'
import { organizeCommands } from './organize-commands.tsx'
import { respondCommands } from './respond-commands.tsx'

/** Every message command, in the order of the menu. Bar, menu, sheet, keyboard, help and switcher are made from this table. */
export const messageCommands: readonly MessageCommand[] = [...respondCommands, ...organizeCommands]
