import { create } from 'zustand'
import { problemOf } from '../session/attempt.ts'
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
export function say(id: string, { values, kind = 'info', action, isUndo = false }: Options = {}): void {
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
export const sayWithUndo = (id: string, undo: () => void, values?: Values): void =>
  say(id, {
    ...(values === undefined ? {} : { values }),
    action: { label: 'common.undo', run: undo },
    isUndo: true,
  })

/** Says why something did not work. */
export function sayError(error: unknown): void {
  const { text, code } = problemOf(error)
  if (code === 'UNAUTHORIZED' && !isMember()) say('entering.logInFirst')
  else if (code === 'NETWORK') say('common.unreachable', { kind: 'danger' })
  else say('common.refused', { values: { reason: text }, kind: 'danger' })
}

export const dismiss = (id: number): void =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
