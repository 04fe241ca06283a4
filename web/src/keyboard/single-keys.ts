import { create } from 'zustand'

const storageKey = 'keys.single'

/** Whether single letters are shortcuts. Users of speech input can turn this off. */
export const useSingleKeys = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(storageKey) !== 'off',
}))

export function setSingleKeys(isOn: boolean): void {
  useSingleKeys.setState({ isOn })
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
