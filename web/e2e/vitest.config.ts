import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Journeys through the app in a real browser, each with a server and a database of its own. */
export default defineConfig({
  root: repository,
  test: {
    // Measuring takes minutes and a quiet machine: only when asked for.
    include: process.argv.includes('budgets')
      ? ['web/e2e/budgets/budgets.e2e.ts']
      : ['web/e2e/journeys/*.e2e.ts'],
    globalSetup: ['devkit/src/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // What is waited for comes late where many share a machine.
    expect: { poll: { timeout: 10_000 } },
    isolate: false,
    // A browser beside a server and a database on two cores is late now and then. What fails twice is broken.
    retry: process.argv.includes('budgets') ? 0 : 1,
    // Browsers are hungry, and journeys measure time.
    maxWorkers: 1,
  },
})
