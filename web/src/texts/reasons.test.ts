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

  it('does not begin with the name of a request parameter, unless only developers can make use of it', () => {
    const sentence = (reason: string, message: string) => errorSentence({ reason, message, reasonParams: {} })
    expect(sentence('custom-emoji-name-taken', 'emoji_name: an emoji with this name already exists.')).toBe(
      'An emoji with this name already exists.',
    )
    expect(sentence('archive-json-problem', 'users.json: invalid JSON near byte 3.')).toBe(
      'users.json: invalid JSON near byte 3.',
    )
    expect(sentence('parameter-invalid', 'color: not a color.')).toBe('color: not a color.')
  })
})
