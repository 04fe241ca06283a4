import type { FetchedMessage, InitialState } from '@loquat/contract'
import type { ReactNode } from 'react'
import type { FeedView } from '../../navigation/narrow.ts'
import type { Action } from '../../permissions/action-denial.ts'

/** Where commands are listed: the bar over a message, its menu, and the sheet on touch screens. */
export type CommandPlace = 'bar' | 'menu' | 'sheet'

export const commandSections = ['respond', 'organize', 'delete'] as const
export type CommandSection = (typeof commandSections)[number]

export interface CommandTarget {
  message: FetchedMessage
  view: FeedView
}

/** Something that can be done with a message. The help and the switcher label it with the text `command.{id}`. */
export interface MessageCommand {
  id: string
  section: CommandSection
  places: readonly CommandPlace[]
  /** Position in the bar, for commands that are in it. */
  barPosition?: number
  keys?: string
  /** Group in the help; `message` by default. */
  group?: 'go'
  icon: (message: FetchedMessage) => ReactNode
  /** Text in the bar, menu and sheet, with the sender as `name`. */
  label: (message: FetchedMessage) => string
  /** The text that says why the command makes no sense for a message. Bar, menu and sheet then leave it out. */
  unavailable?: (message: FetchedMessage, org: InitialState) => string | undefined
  /** The permission it needs. Without it, the command is shown with the reason. */
  permission?: (message: FetchedMessage) => Action
  /** Whether bar, menu and sheet list it; always by default. Keys work either way. */
  isListed?: (target: CommandTarget, isDenied: boolean) => boolean
  isDangerous?: true
  run: (message: FetchedMessage, view: FeedView) => void
}
