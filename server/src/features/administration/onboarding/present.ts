import { type InitialState, importNotices, onboardingSteps } from '@loquat/contract'
import type { Db } from '../../../db/database.ts'
import { type StepsRow, stepsQuery } from './store.ts'

/** Steps not shown to the user yet. */
export async function remainingSteps(db: Db, userId: number) {
  return stepsAfter(await stepsQuery(db, userId).execute())
}

/** Steps that remain after those done. */
function stepsAfter(rows: readonly StepsRow[]) {
  const done = rows.flatMap((row) => row.onboarding_done)
  const products = rows.map((row) => `imported_from_${row.imported_from}`)
  const isMeant = (name: string) => !isImportNotice(name) || products.includes(name)
  return onboardingSteps.filter(({ name }) => !done.includes(name) && isMeant(name))
}

const isImportNotice = (name: string) => (importNotices as readonly string[]).includes(name)

/** Fetch type `onboarding_steps`. There is no tour video. */
export const onboardingState = (rows: readonly StepsRow[]): Partial<InitialState> => ({
  onboarding_steps: stepsAfter(rows),
  navigation_tour_video_url: null,
})
