import { create } from 'zustand'

interface Card {
  userId: number
  /** What it was opened from; it stands beside that. */
  anchor: HTMLElement
}

export const useCard = create<{ card: Card | undefined }>(() => ({ card: undefined }))
export const openPerson = (userId: number, anchor: HTMLElement) =>
  useCard.setState({ card: { userId, anchor } })
export const closeCard = () => useCard.setState({ card: undefined })
