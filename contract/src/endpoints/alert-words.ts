import { z } from 'zod'
import { list, maxObjects, shortText } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { json } from '../param.ts'

export const maxAlertWordLength = 100

const words = z.array(z.string())
/** The server checks the length of each word, because its error names the index of the word. */
const sentWords = json(list(shortText, maxObjects))

export const getAlertWords = endpoint({
  route: 'GET /users/me/alert_words',
  summary: 'Get all alert words',
  notes: 'Use this to list your alert words, oldest first.',
  auth: 'user',
  params: {},
  reply: { alert_words: words },
})

export const addAlertWords = endpoint({
  route: 'POST /users/me/alert_words',
  summary: 'Add alert words',
  notes:
    'Use this to be notified about messages with certain words. All words are added, or none. Words that exist, in ' +
    'any case, are ignored. The reply lists all alert words.',
  auth: 'user',
  params: { alert_words: sentWords },
  example: { alert_words: ['plum', 'ladder'] },
  reply: { alert_words: words },
  reasons: ['alert-word-too-long'],
})

export const removeAlertWords = endpoint({
  route: 'DELETE /users/me/alert_words',
  summary: 'Remove alert words',
  notes:
    'Use this to stop notifications for certain words. Case is ignored, and so are unknown words. The reply lists ' +
    'the remaining alert words.',
  auth: 'user',
  params: { alert_words: sentWords },
  example: { alert_words: ['ladder'] },
  reply: { alert_words: words },
})
