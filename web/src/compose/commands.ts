/** Commands that are sent as text and handled by the server. */
export const serverCommands = ['me', 'poll', 'todo'] as const
/** Commands that run in the browser and are not sent. */
export const localCommands = ['follow', 'mute', 'resolve', 'remind', 'dnd', 'light', 'dark'] as const
export type ServerCommand = (typeof serverCommands)[number]
export type LocalCommand = (typeof localCommands)[number]

/** A slash command. Unknown ones are sent as text, after a hint. */
export type Command =
  | { kind: 'server'; name: ServerCommand }
  | { kind: 'local'; name: LocalCommand; argument: string }
  /** Either a command of a bot, or just text. */
  | { kind: 'unknown'; name: string; argument: string }

export function commandIn(text: string): Command | undefined {
  const [, name, rest = ''] = /^\/(\p{L}[\p{L}\p{N}_-]*)(?=\s|$)(.*)$/su.exec(text) ?? []
  if (name === undefined) return undefined
  const server = serverCommands.find((one) => one === name)
  if (server !== undefined) return { kind: 'server', name: server }
  const local = localCommands.find((one) => one === name)
  // A text with several lines is a message.
  if (local !== undefined && !rest.trim().includes('\n')) {
    return { kind: 'local', name: local, argument: rest.trim() }
  }
  return { kind: 'unknown', name, argument: rest.trim() }
}

const units = { m: 60, h: 3600, d: 86_400 } as const

/** Parses the duration of `/dnd 30m` or `/dnd 2 hours`, in seconds. */
export function durationIn(argument: string): number | undefined {
  const pattern = /^(\d{1,4})\s*(?:(m)(?:ins?|inutes?)?|(h)(?:rs?|ours?)?|(d)(?:ays?)?)?$/iu
  const [, amount, ...found] = pattern.exec(argument) ?? []
  if (amount === undefined) return undefined
  const unit = found.find((letter) => letter !== undefined)?.toLowerCase() ?? 'm'
  return Number(amount) * units[unit as keyof typeof units]
}
