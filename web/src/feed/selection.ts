import { create } from 'zustand'
import type { Row } from './rows.ts'

/** Actions of the feed on screen, for keys. */
export interface FeedControls {
  rows(): readonly Row[]
  show(index: number): void
  page(screens: number): void
  toStart(): Promise<void>
  toEnd(): Promise<void>
  isAtEnd(): boolean
  /** The messages on screen, from top to bottom. */
  visible(): readonly number[]
}

interface Selection {
  /** The message that keys act on. */
  selected: number | undefined
  controls: FeedControls | undefined
  setControls(controls: FeedControls): void
}

export const useSelection = create<Selection>((set) => ({
  selected: undefined,
  controls: undefined,
  setControls: (controls) => set({ controls }),
}))

export const select = (selected: number | undefined) => useSelection.setState({ selected })

/** Selects the next or previous message and scrolls to it. */
export function moveSelection(step: 1 | -1): void {
  const { selected, controls } = useSelection.getState()
  if (controls === undefined) return
  const rows = controls.rows()
  const isMessage = (row: Row | undefined): row is Row & { kind: 'message'; id: number } =>
    row?.kind === 'message' && typeof row.id === 'number'
  let at = rows.findIndex((row) => isMessage(row) && row.id === selected)
  if (at === -1) at = step === 1 ? -1 : rows.length
  for (let index = at + step; index >= 0 && index < rows.length; index += step) {
    const row = rows[index]
    if (!isMessage(row)) continue
    select(row.id)
    controls.show(index)
    focusSelected(row.id)
    return
  }
}

/** The row is drawn in the next frame. */
function focusSelected(id: number): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>(`[data-message="${id}"]`)?.focus({ preventScroll: true })
  })
}
