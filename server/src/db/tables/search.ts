export interface SearchTables {
  search_word: { realm_id: number; word: string; folded: string; keys: number[]; checked_at: Date }
  search_word_progress: { realm_id: number; upto_message_id: number }
}
