import { testInboundEmail } from '@loquat/devkit'

export const jwtSecret = 'a secret of at least thirty-two characters'

/** For tests only: settings of the server with the sample data. */
export const sampleConfig = (smtpUrl: string) => ({
  smtpUrl,
  devLogin: true,
  jwtSecret,
  inboundEmail: testInboundEmail,
  allowPrivateSummaries: true,
  bigBlueButton: { url: 'https://bbb.example.com/bigbluebutton/api/', secret: 'secret' },
  gifs: { provider: 'giphy' as const, key: 'a-key-of-giphy' },
})
