import { type Browser, chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { chromiumPath } from './chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of the run can be reached. */
    browser: string
  }
}

/** One browser for all journeys; each person in them has a profile of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await chromium.launchServer({
    executablePath: chromiumPath() ?? '',
    args: ['--no-sandbox', '--disable-gpu', '--enable-precise-memory-info'],
  })
  project.provide('browser', server.wsEndpoint())
  return () => server.close()
}

export type { Browser }
