import { fileURLToPath } from 'node:url'
import { longestFirst } from '@loquat/devkit/longest-first'
import { defineConfig } from 'vitest/config'
import { Summary } from './kit/summary.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const longest = ['languages', 'screens', 'phone-targets', 'hostile-messages', 'big'].map(
  (name) => `${name}.e2e.ts`,
)
const isBudgets = process.argv.includes('budgets')

/** Journeys through the app in a real browser, each with a server and a database of its own. */
export default defineConfig({
  root: repository,
  test: {
    // Measuring takes minutes and a quiet machine: only on request.
    include: isBudgets ? ['web/e2e/budgets/budgets.e2e.ts'] : ['web/e2e/journeys/*.e2e.ts'],
    globalSetup: ['devkit/src/global-setup.ts'],
    // Conditions have long timeouts, and nothing sleeps: a slow machine only needs more time.
    testTimeout: 900_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    isolate: false,
    // Tells a broken journey from an unreliable one; see `Summary`.
    retry: isBudgets ? 0 : 1,
    // One more than the cores we count on: a journey often waits for the next frame.
    maxWorkers: isBudgets ? 1 : 3,
    sequence: { sequencer: longestFirst(longest) },
    reporters: ['default', new Summary()],
  },
})
