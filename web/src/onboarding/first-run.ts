import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { myId, onEvents } from '../session/session.ts'

export const firstRunCards = ['write', 'notifications', 'install'] as const
export type FirstRunCard = (typeof firstRunCards)[number]

const storageKey = 'first-run'

interface FirstRunState {
  /** Cards that this device still shows to a new user. */
  cards: readonly FirstRunCard[]
  /** The user has just joined: the compose box opens. */
  isArriving: boolean
}

export const useFirstRun = create<FirstRunState>(() => ({ cards: [], isArriving: false }))

/** Event of browsers that can install the app. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<unknown>
}
let installPrompt: InstallPromptEvent | undefined

/** New users arrive at an address with `?welcome`. Call before the router rewrites the address. */
export function startFirstRun(): void {
  addEventListener('beforeinstallprompt', (event) => {
    installPrompt = event as InstallPromptEvent
  })
  const isArriving = new URLSearchParams(location.search).has('welcome')
  const kept = (ownStorage().getItem(storageKey) ?? '').split(' ')
  const cards = isArriving ? firstRunCards : firstRunCards.filter((card) => kept.includes(card))
  useFirstRun.setState({ cards: cards.filter(isUseful), isArriving })
  if (isArriving) storeCards()
  // The first own message dismisses the card about writing.
  const stop = onEvents((events) => {
    if (!events.some((event) => event.type === 'message' && event.message.sender_id === myId())) return
    dismissCard('write')
    stop()
  })
}

function isUseful(card: FirstRunCard): boolean {
  if (card === 'notifications')
    return typeof Notification !== 'undefined' && Notification.permission === 'default'
  return card !== 'install' || !matchMedia('(display-mode: standalone)').matches
}

export const finishArrival = () => useFirstRun.setState({ isArriving: false })

export function dismissCard(card: FirstRunCard): void {
  useFirstRun.setState(({ cards }) => ({ cards: cards.filter((one) => one !== card) }))
  storeCards()
}

function storeCards(): void {
  const { cards } = useFirstRun.getState()
  if (cards.length === 0) ownStorage().removeItem(storageKey)
  else ownStorage().setItem(storageKey, cards.join(' '))
}

export async function allowNotifications(): Promise<void> {
  await Notification.requestPermission()
  dismissCard('notifications')
}

/** Returns false if the browser offers no install prompt. */
export async function install(): Promise<boolean> {
  if (installPrompt === undefined) return false
  await installPrompt.prompt()
  dismissCard('install')
  return true
}
