/** Where a key works. */
export type Scope =
  /** Everywhere, including text fields and dialogs. */
  | 'always'
  /** In text fields too, but not in dialogs and menus. */
  | 'writing'
  /** Outside text fields, dialogs and menus. */
  | 'app'
  /** In the compose field, which handles the key itself. */
  | 'field'
  /** Handled by the browser or a list; listed only. */
  | 'given'

export const groups = ['go', 'message', 'topic', 'compose', 'call', 'everywhere'] as const
export type CommandGroup = (typeof groups)[number]

/** A command of the keyboard, the help and the switcher. Its label is the text `command.{id}`. */
export interface Command {
  id: string
  group: CommandGroup
  /** The first one is displayed where there is room for one. */
  keys: readonly string[]
  scope: Scope
  /** Repeats while the key is held. */
  repeats?: boolean
  /** True, or the text that says why the command is not available. */
  can?: () => true | string
  /** Undefined if the command is listed only. */
  run?: () => void
}

export const canRun = ({ can }: Command): boolean => (can?.() ?? true) === true
