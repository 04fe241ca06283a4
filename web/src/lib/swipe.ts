import { create } from 'zustand'

const place = 'gestures.swipe'

/** Whether swiping a message answers it, on this device. */
export const useSwipe = create<{ isOn: boolean }>(() => ({ isOn: localStorage.getItem(place) !== 'off' }))

export function setSwipe(isOn: boolean): void {
  useSwipe.setState({ isOn })
  if (isOn) localStorage.removeItem(place)
  else localStorage.setItem(place, 'off')
}
