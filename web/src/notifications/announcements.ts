import { create } from 'zustand'

const place = 'announce.arrivals'

/** Whether what arrives is said to those who listen. On this device: it depends on what reads the screen here. */
export const useAnnouncing = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(place) !== 'off',
}))

export function setAnnouncing(isOn: boolean): void {
  useAnnouncing.setState({ isOn })
  if (isOn) localStorage.removeItem(place)
  else localStorage.setItem(place, 'off')
}
