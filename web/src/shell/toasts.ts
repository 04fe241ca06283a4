import { create } from 'zustand'
import { described } from '../feed/feed-model.ts'
import { isMember } from '../session/member.ts'
import type { Values } from '../texts/texts.tsx'

export interface Toast {
  id: number
  /** A text of the catalogue. */
  content: { id: string; values?: Values }
  kind: 'info' | 'danger'
  action?: { label: string; run: () => void }
  /** What it offers is to take something back: how long that is possible is shown. */
  isUndo: boolean
  seconds: number
}

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let last = 0

interface Options {
  values?: Values
  kind?: Toast['kind']
  action?: Toast['action']
  isUndo?: boolean
}

/** Says something that needs no answer. */
export function showToast(id: string, { values, kind = 'info', action, isUndo = false }: Options = {}): void {
  const toast: Toast = {
    id: ++last,
    content: { id, ...(values === undefined ? {} : { values }) },
    kind,
    ...(action === undefined ? {} : { action }),
    isUndo,
    seconds: action === undefined ? 5 : 10,
  }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast] }))
}

/** Says that something was done, and offers to undo it. */
export const showUndoToast = (id: string, undo: () => void, values?: Values): void =>
  showToast(id, {
    ...(values === undefined ? {} : { values }),
    action: { label: 'common.undo', run: undo },
    isUndo: true,
  })

/** Says why something did not work. */
export function showErrorToast(error: unknown): void {
  const { text, code } = described(error)
  if (code === 'UNAUTHORIZED' && !isMember()) showToast('entering.logInFirst')
  else if (code === 'NETWORK') showToast('common.unreachable', { kind: 'danger' })
  else showToast('common.refused', { values: { reason: text }, kind: 'danger' })
}

export const dismiss = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
