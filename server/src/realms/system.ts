import type { Directory, User } from '../directory/directory.ts'

const notificationBotEmail = 'notification-bot@loquat.invalid'
const welcomeBotEmail = 'welcome-bot@loquat.invalid'
const emailGatewayEmail = 'email-gateway@loquat.invalid'
export const systemBots = [
  { email: notificationBotEmail, fullName: 'Notification Bot' },
  { email: welcomeBotEmail, fullName: 'Welcome Bot' },
  { email: emailGatewayEmail, fullName: 'Email Gateway' },
]

/** Whether this is the bot that posts incoming emails. */
export const isEmailGateway = (user: User) => user.isSystemBot && user.deliveryEmail === emailGatewayEmail

/** The bot that posts notices of the server. */
export const notificationBot = (directory: Directory) => systemBot(directory, notificationBotEmail)

/** The bot that posts incoming emails. */
export const emailGateway = (directory: Directory) => systemBot(directory, emailGatewayEmail)

/** The bot that helps new users. */
export const welcomeBot = (directory: Directory) => systemBot(directory, welcomeBotEmail)

function systemBot(directory: Directory, email: string): User {
  const bot = directory.userByEmail(email)
  if (bot === undefined) throw new Error(`There is no ${email}.`)
  return bot
}
