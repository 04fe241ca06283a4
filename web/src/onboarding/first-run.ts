import { create } from 'zustand'
import { ownStorage } from '../device/shared-computer.ts'
import { myId, onEvents } from '../session/session.ts'

export const firstRunCards = ['write', 'notifications', 'install'] as const
export type FirstRunCard = (typeof firstRunCards)[number]

const place = 'first-run'

interface FirstRun {
  /** What a newcomer is still shown on this device. */
  cards: readonly FirstRunCard[]
  /** They have just joined: the box to write in shall be open. */
  isArriving: boolean
}

export const useFirstRun = create<FirstRun>(() => ({ cards: [], isArriving: false }))

/** Offered by browsers that can install the app. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}
let offer: InstallOffer | undefined

/** Whoever has joined arrives at an address that says so. Read before the address is put into its usual form. */
export function beginFirstRun(): void {
  addEventListener('beforeinstallprompt', (event) => {
    offer = event as InstallOffer
  })
  const isArriving = new URLSearchParams(location.search).has('welcome')
  const kept = (ownStorage().getItem(place) ?? '').split(' ')
  const cards = isArriving ? firstRunCards : firstRunCards.filter((card) => kept.includes(card))
  useFirstRun.setState({ cards: cards.filter(isUseful), isArriving })
  if (isArriving) keep()
  // Who has written needs nobody to say how.
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

export const arrived = () => useFirstRun.setState({ isArriving: false })

export function dismissCard(card: FirstRunCard): void {
  useFirstRun.setState(({ cards }) => ({ cards: cards.filter((one) => one !== card) }))
  keep()
}

function keep(): void {
  const { cards } = useFirstRun.getState()
  if (cards.length === 0) ownStorage().removeItem(place)
  else ownStorage().setItem(place, cards.join(' '))
}

export async function allowNotifications(): Promise<void> {
  await Notification.requestPermission()
  dismissCard('notifications')
}

/** False where the browser wants to be asked in a way of its own. */
export async function install(): Promise<boolean> {
  if (offer === undefined) return false
  await offer.prompt()
  dismissCard('install')
  return true
}
