/** Commands that the server understands as text. */
export const serverCommands = ['me', 'poll', 'todo'] as const
/** Commands that are done here and never leave the browser. */
export const localCommands = ['follow', 'mute', 'resolve', 'dnd', 'light', 'dark'] as const
export type ServerCommand = (typeof serverCommands)[number]
export type LocalCommand = (typeof localCommands)[number]

/** What a text that begins with a slash asks for. What nobody knows is sent as text, after a hint. */
export type Command =
  | { kind: 'server'; name: ServerCommand }
  | { kind: 'local'; name: LocalCommand; argument: string }
  | { kind: 'unknown'; name: string }

export function commandIn(text: string): Command | undefined {
  const [, name, rest = ''] = /^\/(\p{L}+)(?=\s|$)(.*)$/su.exec(text) ?? []
  if (name === undefined) return undefined
  const server = serverCommands.find((one) => one === name)
  if (server !== undefined) return { kind: 'server', name: server }
  const local = localCommands.find((one) => one === name)
  // More lines than one are a message, whatever it begins with.
  if (local !== undefined && !rest.trim().includes('\n')) {
    return { kind: 'local', name: local, argument: rest.trim() }
  }
  return { kind: 'unknown', name }
}

const units = { m: 60, min: 60, h: 3600, d: 86_400 } as const

/** How long `/dnd 30m` means, in seconds. */
export function durationIn(argument: string): number | undefined {
  const [, amount, unit = ''] = /^(\d{1,4})\s*(m|min|h|d)?$/u.exec(argument) ?? []
  return amount === undefined ? undefined : Number(amount) * units[(unit || 'm') as keyof typeof units]
}
