import { create } from 'zustand'

const storageKey = 'announce.arrivals'

/** Whether new messages are announced to screen readers. Stored per device. */
export const useAnnouncing = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(storageKey) !== 'off',
}))

export function setAnnouncing(isOn: boolean): void {
  useAnnouncing.setState({ isOn })
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
