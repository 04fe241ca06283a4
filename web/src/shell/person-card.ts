import { create } from 'zustand'

interface Card {
  userId: number
  /** The card is placed beside this element. */
  anchor: HTMLElement
}

export const useCard = create<{ card: Card | undefined }>(() => ({ card: undefined }))
export const openPerson = (userId: number, anchor: HTMLElement) =>
  useCard.setState({ card: { userId, anchor } })
export const closeCard = () => useCard.setState({ card: undefined })
