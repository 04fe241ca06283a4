import { ApiError } from '@loquat/client'
import { afterEach, describe, expect, it } from 'vitest'
import { errorSentence, setErrorSentences } from './reasons.ts'

const error = new ApiError(400, {
  msg: "You don't have permission to subscribe to plums {x}.",
  code: 'BAD_REQUEST',
  reason: 'subscription-denied',
  reason_params: { channel: 'plums $& {x}' },
})

afterEach(() => setErrorSentences({}))

describe('The sentence of an error', () => {
  it('is in the language of the viewer, with its values unchanged', () => {
    setErrorSentences({ 'reason.subscription-denied': 'Du darfst {channel} nicht abonnieren.' })
    expect(errorSentence(error)).toBe('Du darfst plums $& {x} nicht abonnieren.')
  })

  it('is that of the server for a reason without a text, and without a reason', () => {
    setErrorSentences({ 'reason.channel-not-found': 'Diesen Kanal gibt es nicht.' })
    expect(errorSentence(error)).toBe("You don't have permission to subscribe to plums {x}.")
    expect(errorSentence(new ApiError(502, {}))).toBe('HTTP 502')
  })

  it('begins with a capital letter, not with the name of a request parameter', () => {
    const bookmark = new ApiError(400, { msg: 'url: enter a web address.', reason: 'bookmark-url-invalid' })
    expect(errorSentence(bookmark)).toBe('Enter a web address.')
    setErrorSentences({ 'reason.bookmark-url-invalid': 'saisissez une adresse Web.' })
    expect(errorSentence(bookmark)).toBe('Saisissez une adresse Web.')
    const feed = new ApiError(400, {
      msg: 'url: this is not a valid URL.',
      reason: 'url-invalid',
      reason_params: { parameter: 'url' },
    })
    expect(errorSentence(feed)).toBe('This is not a valid URL.')
    setErrorSentences({ 'reason.url-invalid': '{parameter} : cette URL est incorrecte.' })
    expect(errorSentence(feed)).toBe('Cette URL est incorrecte.')
    const archive = new ApiError(400, {
      msg: 'users.json: invalid JSON near byte 3.',
      reason: 'archive-json-problem',
    })
    expect(errorSentence(archive)).toBe('users.json: invalid JSON near byte 3.')
    const general = new ApiError(400, {
      msg: 'url: too long',
      reason: 'parameter-invalid',
      reason_params: { parameter: 'url', problem: 'too long' },
    })
    expect(errorSentence(general)).toBe('url: too long')
  })
})
