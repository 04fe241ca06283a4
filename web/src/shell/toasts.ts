import { create } from 'zustand'
import { problemOf } from '../session/attempt.ts'
import { isMember } from '../session/member.ts'
import type { Values } from '../texts/texts.tsx'

export interface Toast {
  id: number
  /** Text ID and values. */
  content: { id: string; values?: Values }
  kind: 'info' | 'danger'
  action?: { label: string; run: () => void }
  /** The action undoes something, so the remaining time is displayed. */
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

/** Shows a toast. */
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

/** Shows a toast with an undo button. */
export const showUndoToast = (id: string, undo: () => void, values?: Values): void =>
  showToast(id, {
    ...(values === undefined ? {} : { values }),
    action: { label: 'common.undo', run: undo },
    isUndo: true,
  })

/** Shows an error as a toast. */
export function showErrorToast(error: unknown): void {
  const { text, code } = problemOf(error)
  if (code === 'UNAUTHORIZED' && !isMember()) showToast('entering.logInFirst')
  else if (code === 'NETWORK') showToast('common.unreachable', { kind: 'danger' })
  else showToast('common.refused', { values: { reason: text }, kind: 'danger' })
}

export const dismiss = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
