import { callCommands } from './call-commands.ts'
import type { Command } from './command.ts'
import { composeCommands } from './compose-commands.ts'
import { feedCommands } from './feed-commands.ts'
import { generalCommands } from './general-commands.ts'
import { navigationCommands } from './navigation-commands.ts'
import { topicCommands } from './topic-commands.ts'

/** All commands, in the order of the help. */
export const commands: readonly Command[] = [
  ...navigationCommands,
  ...feedCommands,
  ...topicCommands,
  ...composeCommands,
  ...callCommands,
  ...generalCommands,
]
