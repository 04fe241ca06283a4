import type { GeneratedAlways } from 'kysely'

export interface SearchTables {
  saved_search: {
    id: GeneratedAlways<number>
    user_id: number
    name: string
    query: string
    created_at: Date
  }
  /** `lexemes` are those that messages with the file get. */
  attachment_text: { attachment_id: number; body: string; lexemes: string }
  search_word: { realm_id: number; word: string; folded: string; keys: number[]; checked_at: Date }
  search_word_progress: { realm_id: number; upto_message_id: number }
}
