import type { Command } from './command.ts'
import { commonCommands } from './everywhere.ts'
import { goCommands } from './go.ts'
import { messageCommands } from './message.ts'
import { topicCommands } from './topic.ts'
import { writingCommands } from './writing.ts'

/** Everything that can be done by key, in the order of the help. */
export const commands: readonly Command[] = [
  ...goCommands,
  ...messageCommands,
  ...topicCommands,
  ...writingCommands,
  ...commonCommands,
]
