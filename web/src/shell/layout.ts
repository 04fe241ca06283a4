import { useSyncExternalStore } from 'react'
import { create } from 'zustand'

interface Layout {
  /** `drawer`: over the center, on small screens. */
  isLeftOpen: boolean | 'drawer'
  isRightOpen: boolean
}

const stored = (name: string): boolean | undefined => {
  const value = localStorage.getItem(`layout.${name}`)
  return value === null ? undefined : value === 'true'
}

/** Open sidebars, stored on this device. */
export const useLayout = create<Layout>(() => ({
  isLeftOpen: stored('left') ?? true,
  isRightOpen: (stored('right') ?? true) && innerWidth >= 1_200,
}))

export const isNarrow = () => innerWidth < 768
let phone: MediaQueryList | undefined
const phoneQuery = () => {
  phone ??= matchMedia('(max-width: 639px)')
  return phone
}
function onPhoneChange(listener: () => void): () => void {
  phoneQuery().addEventListener('change', listener)
  return () => phoneQuery().removeEventListener('change', listener)
}
/** Whether the tab bar is displayed. */
export const useIsPhone = (): boolean => useSyncExternalStore(onPhoneChange, () => phoneQuery().matches)

/** Whether the people sidebar covers the center. */
export const isBelowDesktop = () => innerWidth < 1_024

export function toggleLeft(): void {
  const { isLeftOpen } = useLayout.getState()
  if (isNarrow()) {
    useLayout.setState({ isLeftOpen: isLeftOpen === 'drawer' ? true : 'drawer' })
    return
  }
  useLayout.setState({ isLeftOpen: !isLeftOpen })
  localStorage.setItem('layout.left', String(!isLeftOpen))
}

export const closeDrawer = () =>
  useLayout.setState(({ isLeftOpen }) => ({ isLeftOpen: isLeftOpen === 'drawer' ? true : isLeftOpen }))

export function toggleRight(): void {
  const isRightOpen = !useLayout.getState().isRightOpen
  useLayout.setState({ isRightOpen })
  localStorage.setItem('layout.right', String(isRightOpen))
}

/** Closes sidebars that cover the center. */
export function closeAsides(): void {
  closeDrawer()
  if (isBelowDesktop() && useLayout.getState().isRightOpen) toggleRight()
}
