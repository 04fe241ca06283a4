import { defineConfig } from 'vitest/config'
import { longestFirst } from './devkit/src/longest-first.ts'

const everywhere = '{contract,client,web,server,devkit,bench}/src/**'

/** `slow`: with whole processes, or a great deal of data. `package`: of packages, which need the npm registry and Debian. */
const kind = ['slow', 'package'].find((name) => process.argv.includes(name))
const everyKind = ['**/*.slow.test.ts', '**/*.package.test.ts']

/** Without durations of an earlier run, as in a fresh clone, files are ordered by size, and some short ones take long. */
const longest = [
  'events/every-event.test.ts',
  'message-queries/fetch-plan.test.ts',
  'events/stream.test.ts',
  'outgoing-webhooks/durability.test.ts',
  'channels/matrix.test.ts',
  'permissions/matrix.test.ts',
  'permissions/agreement.test.ts',
  'message-queries/recent.test.ts',
  'http/docs/samples.test.ts',
  'register/state.test.ts',
  'admin/import-failures.test.ts',
  'backup/backup.test.ts',
]

export default defineConfig({
  test: {
    include: kind
      ? [`${everywhere}/*.${kind}.test.ts`, `{examples,packaging}/**/*.${kind}.test.ts`]
      : [`${everywhere}/*.test.ts`, 'web/build/*.test.ts', '{examples,packaging}/**/*.test.ts'],
    exclude: ['**/node_modules/**', ...(kind ? [] : everyKind)],
    globalSetup: ['devkit/src/global-setup.ts'],
    testTimeout: 180_000,
    // Conditions are met soon, unless the machine is busy.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // Every test brings a world of its own, so files need not be kept apart; importing once saves a third.
    isolate: false,
    // One more than the cores we count on: tests of whole processes mostly wait.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(longest) },
    // Each world allocates a whole server: with more room for what is new, far less is copied by the garbage collector.
    execArgv: ['--max-semi-space-size=64'],
  },
})
