import { jobs } from '@loquat/server/features/jobs.ts'
import { runDueJobs } from '@loquat/server/jobs/runner.ts'
import type { World } from './world.ts'

/** Does what the server has ordered to be done in the background, as far as it is due. */
export async function runJobs({ app }: World): Promise<void> {
  await runDueJobs(app, jobs)
}
