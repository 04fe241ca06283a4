import { type Config, configFrom } from '@loquat/server/platform/config.ts'

/** All worlds are copies of one template, so they share its key. */
export const testSecretKey = Buffer.alloc(32, 'loquat').toString('base64')

/** As an operator would have it, except that replies are checked and limits do not get in the way on a slow machine. */
export function testConfig(changes: Partial<Config> = {}): Config {
  return {
    ...configFrom({
      LOQUAT_RATE_LIMITS: 'off',
      LOQUAT_WEB_APP: 'off',
      LOQUAT_SECRET_KEY: testSecretKey,
      PORT: '0',
      LOQUAT_DATABASE_TIMEOUT_SECONDS: '60',
    }),
    checkReplies: true,
    ...changes,
  }
}
