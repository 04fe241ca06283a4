import type { LaterItemObject, SavedSearchObject } from '@loquat/contract'
import { create } from 'zustand'
import { holdKeysFor, stopHoldingKeys } from '../keyboard/held-keys.ts'
import type { PinPlace } from '../pins/pin-state.ts'
import type { SummaryTarget } from '../summaries/summaries.ts'

/** The topic to move, or the message to move with those after it. */
export interface MoveTarget {
  channelId: number
  topic: string
  messageId?: number
}

/** A message to be reminded of, an item to edit, or a new note. */
export interface ReminderTarget {
  messageId?: number
  item?: LaterItemObject
  /** First proposals, the time in milliseconds. */
  note?: string
  at?: number
}

interface Dialogs {
  /** The saved search to edit, or the query to save. */
  savedSearch: SavedSearchObject | { query: string } | undefined
  reminder: ReminderTarget | undefined
  /** The conversation or channel whose pinned messages are listed. */
  pins: PinPlace | undefined
  summary: SummaryTarget | undefined
  move: MoveTarget | undefined
  /** Message of the history and receipts dialogs. */
  history: number | undefined
  receipts: number | undefined
  /** The list of channel folders. */
  folders: boolean
  /** The channel to move to a folder. */
  folderOf: number | undefined
  /** The message to report, or to hide. */
  report: number | undefined
  hide: number | undefined
  switcher: boolean
  help: boolean
  status: boolean
}

/** Dialogs without an address. */
export const useDialogs = create<Dialogs>(() => ({
  savedSearch: undefined,
  reminder: undefined,
  pins: undefined,
  summary: undefined,
  move: undefined,
  history: undefined,
  receipts: undefined,
  folders: false,
  folderOf: undefined,
  report: undefined,
  hide: undefined,
  switcher: false,
  help: false,
  status: false,
}))

export const openMove = (move: MoveTarget) => useDialogs.setState({ move })
export const openHistory = (history: number) => useDialogs.setState({ history })
export const openReminder = (reminder: ReminderTarget) => useDialogs.setState({ reminder })
export const openSavedSearch = (savedSearch: NonNullable<Dialogs['savedSearch']>) =>
  useDialogs.setState({ savedSearch })
export const openPins = (pins: PinPlace) => useDialogs.setState({ pins })
export const openSummary = (summary: SummaryTarget) => useDialogs.setState({ summary })
export const openFolders = () => useDialogs.setState({ folders: true })
export const openFolderOf = (folderOf: number) => useDialogs.setState({ folderOf })
export const openReport = (report: number) => useDialogs.setState({ report })
export const openHide = (hide: number) => useDialogs.setState({ hide })
export const openReceipts = (receipts: number) => useDialogs.setState({ receipts })
export function openSwitcher(): void {
  useDialogs.setState({ switcher: true })
  holdKeysFor('[role="dialog"] input[role="combobox"]')
}
export const toggleSwitcher = () => (useDialogs.getState().switcher ? closeDialogs() : openSwitcher())
export const openStatus = () => useDialogs.setState({ status: true })
export function openHelp(): void {
  useDialogs.setState({ help: true })
  holdKeysFor('[role="dialog"] input[type="search"]')
}
export function closeDialogs(): void {
  stopHoldingKeys()
  useDialogs.setState({
    savedSearch: undefined,
    reminder: undefined,
    pins: undefined,
    summary: undefined,
    move: undefined,
    history: undefined,
    receipts: undefined,
    folders: false,
    folderOf: undefined,
    report: undefined,
    hide: undefined,
    switcher: false,
    help: false,
    status: false,
  })
}

/** Whether a dialog is open, even if it is still loading. */
export function isAnyOpen(): boolean {
  return Object.values(useDialogs.getState()).some((one) => one !== undefined && one !== false)
}
