import { jobs } from '@loquat/server/features/jobs.ts'
import { runDueJobs } from '@loquat/server/jobs/runner.ts'
import type { World } from './world.ts'

/** Runs all jobs that are due. */
export async function runJobs({ app }: World): Promise<void> {
  await runDueJobs(app, jobs)
}
