import type { Directory, User } from '../directory/directory.ts'

const notificationBotEmail = 'notification-bot@loquat.invalid'
const welcomeBotEmail = 'welcome-bot@loquat.invalid'
const emailGatewayEmail = 'email-gateway@loquat.invalid'
export const systemBots = [
  { email: notificationBotEmail, fullName: 'Notification Bot' },
  { email: welcomeBotEmail, fullName: 'Welcome Bot' },
  { email: emailGatewayEmail, fullName: 'Email Gateway' },
]

/** Whether this is the bot that posts what arrives by mail. */
export const isEmailGateway = (user: User) => user.isSystemBot && user.deliveryEmail === emailGatewayEmail

/** The bot that posts what the server has to say. */
export const notificationBot = (directory: Directory) => systemBot(directory, notificationBotEmail)

/** The bot that helps people who are new here. */
export const welcomeBot = (directory: Directory) => systemBot(directory, welcomeBotEmail)

function systemBot(directory: Directory, email: string): User {
  const bot = directory.userByEmail(email)
  if (bot === undefined) throw new Error(`There is no ${email}.`)
  return bot
}
