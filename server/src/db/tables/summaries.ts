import type { ColumnType } from 'kysely'

export interface SummaryTables {
  summary_service: {
    realm_id: number
    base_url: string
    model: string
    /** The API key, as a document sealed for `summary key`; null without one. */
    key: ColumnType<unknown, string | null, string | null>
    max_tokens: number
    monthly_tokens: number
  }
  summary_usage: {
    realm_id: number
    /** The first day of the month in UTC. */
    month: string
    requests: number
    tokens: number
  }
}
