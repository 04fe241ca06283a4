import type { InitialState } from '@loquat/contract'
import { actionDenial, type Denial } from '../../permissions/action-denial.ts'
import type { CommandPlace, CommandTarget, MessageCommand } from './message-command.ts'
import { messageCommands } from './message-commands.ts'

export interface ListedCommand {
  command: MessageCommand
  /** The reason why it is not allowed. */
  denial: Denial | undefined
}

/** The commands that the bar, the menu or the sheet of a message lists. */
export function listCommands(
  place: CommandPlace,
  target: CommandTarget,
  org: InitialState,
  now: number,
): ListedCommand[] {
  const { message } = target
  return messageCommands
    .filter(({ places, unavailable }) => places.includes(place) && unavailable?.(message, org) === undefined)
    .map((command) => ({ command, denial: denialFor(command, target, org, now) }))
    .filter(({ command, denial }) => command.isListed?.(target, denial !== undefined) ?? true)
    .sort((a, b) => (place === 'bar' ? (a.command.barPosition ?? 0) - (b.command.barPosition ?? 0) : 0))
}

function denialFor(
  { permission }: MessageCommand,
  { message }: CommandTarget,
  org: InitialState,
  now: number,
): Denial | undefined {
  return permission && actionDenial(permission(message), org, now)
}
