import { create } from 'zustand'
import { holdKeysFor, stopHoldingKeys } from '../keyboard/held-keys.ts'

/** What is to be moved: a whole topic, or a message and perhaps what follows it. */
export interface MoveTarget {
  channelId: number
  topic: string
  messageId?: number
}

interface Dialogs {
  move: MoveTarget | undefined
  /** The message whose history or readers are shown. */
  history: number | undefined
  receipts: number | undefined
  switcher: boolean
  help: boolean
  status: boolean
}

/** Dialogs that have no address of their own. */
export const useDialogs = create<Dialogs>(() => ({
  move: undefined,
  history: undefined,
  receipts: undefined,
  switcher: false,
  help: false,
  status: false,
}))

export const openMove = (move: MoveTarget) => useDialogs.setState({ move })
export const openHistory = (history: number) => useDialogs.setState({ history })
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
    move: undefined,
    history: undefined,
    receipts: undefined,
    switcher: false,
    help: false,
    status: false,
  })
}

/** Whether one of them is open, also if it is still being loaded. */
export function isAnyOpen(): boolean {
  const { move, history, receipts, switcher, help, status } = useDialogs.getState()
  return switcher || help || status || [move, history, receipts].some((one) => one !== undefined)
}
