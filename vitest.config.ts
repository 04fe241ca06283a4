import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,client,server,devkit,bench}/src/**/*.test.ts'],
    globalSetup: ['devkit/src/global-setup.ts'],
    testTimeout: 20_000,
  },
})
