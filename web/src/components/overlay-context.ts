import { createContext } from 'react'

/** Functions of the app that dialogs and menus need. Components know nothing of navigation, so the shell provides them. */
export interface OverlayHost {
  /** Closes an open overlay on the Back button of a touch device. */
  useBackCloses: (close: () => void, isOpen: boolean) => void
  /** Gives the main list the focus. */
  focusMain: () => void
}

export const OverlayContext = createContext<OverlayHost>({ useBackCloses: () => {}, focusMain: () => {} })
