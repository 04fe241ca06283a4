import type { ReasonTable } from './declare.ts'

/** Reasons of the state of the server. */
export const operationsReasons = {
  'server-status-denied': {
    kind: 'BadRequest',
    text: 'Only owners of the main organization of this server can see and change its state.',
  },
} as const satisfies ReasonTable
