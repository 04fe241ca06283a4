import { defineConfig } from 'vitest/config'

const everywhere = '{contract,client,web,server,devkit,bench}/src/**'

/** With whole processes, or a great deal of data: `npm run test:slow`. */
const isSlow = process.argv.includes('slow')

export default defineConfig({
  test: {
    include: isSlow
      ? [`${everywhere}/*.slow.test.ts`, '{examples,packaging}/**/*.slow.test.ts']
      : [`${everywhere}/*.test.ts`, 'web/build/*.test.ts', '{examples,packaging}/**/*.test.ts'],
    exclude: isSlow ? ['**/node_modules/**'] : ['**/node_modules/**', '**/*.slow.test.ts'],
    globalSetup: ['devkit/src/global-setup.ts'],
    testTimeout: 180_000,
    // What is waited for comes soon, but machines are busy.
    expect: { poll: { timeout: 60_000, interval: 20 } },
    // Every test brings a world of its own, so files need not be kept apart; importing once saves a third.
    isolate: false,
    // One more than the cores we count on: tests of whole processes mostly wait.
    maxWorkers: 3,
    // Each world allocates a whole server: with more room for what is new, far less is copied by the garbage collector.
    execArgv: ['--max-semi-space-size=64'],
  },
})
