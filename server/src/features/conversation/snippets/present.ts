import type { SavedSnippetObject } from '@loquat/contract'
import { toSeconds } from '../../../platform/clock.ts'
import type { Snippet } from './store.ts'

type SnippetJson = Omit<Snippet, 'created_at'> & { created_at: Date | string }

export function presentSnippet({ id, title, content, created_at }: SnippetJson): SavedSnippetObject {
  return { id, title, content, date_created: toSeconds(new Date(created_at).getTime()) }
}
