import { create } from 'zustand'

const storageKey = 'gestures.swipe'

/** Whether swiping a message replies to it, on this device. */
export const useSwipe = create<{ isOn: boolean }>(() => ({
  isOn: localStorage.getItem(storageKey) !== 'off',
}))

export function setSwipe(isOn: boolean): void {
  useSwipe.setState({ isOn })
  if (isOn) localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, 'off')
}
