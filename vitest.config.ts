import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'web/build/*.test.ts',
      '{contract,client,web,server,devkit,bench}/src/**/*.test.ts',
      'examples/*.test.ts',
    ],
    globalSetup: ['devkit/src/global-setup.ts'],
    testTimeout: 20_000,
    // Every test brings a world of its own, so files need not be kept apart; importing once saves a third.
    isolate: false,
    // One more than the cores we count on: tests of whole processes mostly wait.
    maxWorkers: 3,
  },
})
