import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'

/** How many messages have the words, and how many there are, as PostgreSQL estimates. */
export interface WordFrequency {
  matches: number
  messages: number
}

interface ExplainedPlan {
  'Plan Rows': number
  Plans?: ExplainedPlan[]
}

/** Estimates how frequent the words of a search are, given as the text of a `tsquery`. */
export async function estimateFrequency(db: Db, indexed: string): Promise<WordFrequency | undefined> {
  // The first branch reads everything, so its estimate is the number of messages.
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: ExplainedPlan }[] }>`
    explain (format json) select 1 from message union all
    select 1 from message m where m.search @@ ${indexed}::text::tsquery`.execute(db)
  const [all, found] = rows[0]?.['QUERY PLAN'][0]?.Plan.Plans ?? []
  if (all === undefined || found === undefined) return undefined
  return { messages: all['Plan Rows'], matches: found['Plan Rows'] }
}
