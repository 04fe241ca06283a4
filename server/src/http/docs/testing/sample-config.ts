import { testInboundEmail } from '@loquat/devkit'

export const jwtSecret = 'a secret of at least thirty-two characters'

/** For tests only: settings of the server with the sample data. */
export const sampleConfig = (smtpUrl: string) => ({
  smtpUrl,
  devLogin: true,
  jwtSecret,
  inboundEmail: testInboundEmail,
  gifs: { provider: 'giphy' as const, key: 'a-key-of-giphy' },
})
