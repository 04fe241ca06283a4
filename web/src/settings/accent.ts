import type { InitialState } from '@loquat/contract'
import { create } from 'zustand'
import { org, useSession } from '../session/session.ts'

/** Accents to choose from. White text on each is readable. The first one is the app's own. */
export const accentPresets = {
  green: '#116954',
  blue: '#1e5ba1',
  violet: '#61489b',
  pink: '#8b376b',
  red: '#963633',
  orange: '#904100',
  olive: '#416800',
  gray: '#4f5660',
} as const
export type AccentPreset = keyof typeof accentPresets

/** A color that is being tried out and not saved; undefined for none. */
const usePreview = create<{ color: string | undefined }>(() => ({ color: undefined }))
export const previewAccent = (color: string | undefined): void => usePreview.setState({ color })

/** The reader's own accent, or else the one of the organization; empty for the one of the app. */
const accentOf = ({ user_settings: settings, realm_accent_color: common = '' }: InitialState): string =>
  settings?.accent_color || common

let shown = ''

function apply(): void {
  const color = usePreview.getState().color ?? accentOf(org())
  if (color === shown) return
  shown = color
  // Most readers have no accent, and do without the code.
  void import('./accent-sheet.ts').then(({ showAccent }) => showAccent(shown))
}

/** Shows the accent color, and follows its changes. */
export function startAccentSync(): void {
  apply()
  useSession.subscribe(apply)
  usePreview.subscribe(apply)
}
