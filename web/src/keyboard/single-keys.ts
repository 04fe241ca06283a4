import { create } from 'zustand'

const storageKey = 'keys.single'

/** Whether letters alone do something. Who speaks to the computer, or whose hands shake, turns that off. */
export const useSingleKeys = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(storageKey) !== 'off',
}))

export function setSingleKeys(isOn: boolean): void {
  useSingleKeys.setState({ isOn })
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
