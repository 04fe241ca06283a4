import { create } from 'zustand'

const storageKey = 'announce.arrivals'

/** Whether what arrives is said to those who listen. On this device: it depends on what reads the screen here. */
export const useAnnouncing = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(storageKey) !== 'off',
}))

export function setAnnouncing(isOn: boolean): void {
  useAnnouncing.setState({ isOn })
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
