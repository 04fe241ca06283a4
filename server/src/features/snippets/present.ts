import type { SavedSnippetObject } from '@loquat/contract'
import { toSeconds } from '../../platform/clock.ts'
import type { Snippet } from './store.ts'

export function presentSnippet({ id, title, content, created_at }: Snippet): SavedSnippetObject {
  return { id, title, content, date_created: toSeconds(created_at.getTime()) }
}
