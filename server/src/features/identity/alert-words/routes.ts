import { areas } from '@loquat/contract'
import { implement } from '../../../http/implement.ts'
import { addWords, removeWords } from './actions.ts'
import { wordsOf } from './store.ts'

export const alertWordRoutes = implement(areas.alertWords, {
  getAlertWords: async ({ app, user }) => ({ alert_words: await wordsOf(app.database.db, user.id) }),

  addAlertWords: async ({ realm, user, params }) => ({
    alert_words: await addWords(realm, user, params.alert_words),
  }),

  removeAlertWords: async ({ realm, user, params }) => ({
    alert_words: await removeWords(realm, user, params.alert_words),
  }),
})
