import { create } from 'zustand'

const place = 'keys.single'

/** Whether letters alone do something. Who speaks to the computer, or whose hands shake, turns that off. */
export const useSingleKeys = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(place) !== 'off',
}))

export function setSingleKeys(isOn: boolean): void {
  useSingleKeys.setState({ isOn })
  if (isOn) localStorage.removeItem(place)
  else localStorage.setItem(place, 'off')
}
