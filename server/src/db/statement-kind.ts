import type { StatementKind } from '../platform/metrics/database.ts'
import { withoutMarker } from './prepared-statements.ts'

const kinds: Readonly<Record<string, StatementKind>> = {
  select: 'select',
  insert: 'insert',
  update: 'update',
  delete: 'delete',
  with: 'with',
  begin: 'transaction',
  start: 'transaction',
  commit: 'transaction',
  rollback: 'transaction',
  savepoint: 'transaction',
  release: 'transaction',
}

/** The kind of a statement by its first word. */
export const kindOf = (text: string): StatementKind =>
  kinds[/^\s*(\w+)/.exec(withoutMarker(text))?.[1]?.toLowerCase() ?? ''] ?? 'other'
