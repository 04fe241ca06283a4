/** Where a key counts. */
export type Scope =
  /** Everywhere, also while writing and over dialogs. */
  | 'always'
  /** Also while writing, but not over dialogs and menus. */
  | 'writing'
  /** Unless somebody writes, or a dialog or menu is open. */
  | 'app'
  /** In the field where text is written, which does it itself. */
  | 'field'
  /** What the browser or the list does itself. */
  | 'given'

export const groups = ['go', 'message', 'topic', 'compose', 'everywhere'] as const
export type CommandGroup = (typeof groups)[number]

/** One thing that can be done. Keys, help and the switcher know it from here. Its label is the text `command.{id}`. */
export interface Command {
  id: string
  group: CommandGroup
  /** The first is the one that is shown where there is room for one only. */
  keys: readonly string[]
  scope: Scope
  /** May be held down. */
  repeats?: boolean
  /** Whether it can be done now, or the text that says why not. */
  can?: () => true | string
  /** Undefined where something else does it, so that it is listed only. */
  run?: () => void
}

export const canRun = ({ can }: Command): boolean => (can?.() ?? true) === true
