import { job } from '../../../jobs/job.ts'
import { sendOnceAsWelcomeBot } from '../../conversation/messages/welcome-bot.ts'

export const remindOfTour = job<{ realmId: number; userId: number }>({
  name: 'remind-of-tour',
  run: async (app, { realmId, userId }) => {
    const realm = await app.realms.byId(realmId)
    await realm.follower.advance()
    const user = realm.directory.users.get(userId)
    if (!user?.isActive || realm.directory.realm.deactivated) return
    await sendOnceAsWelcomeBot(app, realm, user, (text) => text('welcome.tour'))
  },
})
