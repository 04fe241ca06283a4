import { describe, expect, it } from 'vitest'
import {
  apiError,
  type Endpoint,
  endpoints,
  isCommonReason,
  reasonAreas,
  reasons,
  WireError,
} from '../index.ts'
import { availableLanguages } from '../languages.ts'
import { areaTexts, translatedLanguages } from './texts.ts'

const areas = Object.keys(reasonAreas) as (keyof typeof reasonAreas)[]
const placeholders = (text = '') =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))].sort()

describe('The tables of reasons', () => {
  it('have unique names in kebab-case', () => {
    const names = areas.flatMap((area) => Object.keys(reasonAreas[area]))
    expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([])
    expect(names.sort()).toEqual(Object.keys(reasons).sort())
    for (const name of names) expect(name).toMatch(/^[a-z]+(-[a-z0-9]+)+$/)
  })

  it('are translated into German at least, and only into languages that users can choose', () => {
    expect(translatedLanguages).toContain('de')
    for (const language of translatedLanguages) expect(availableLanguages).toContain(language)
  })

  it.each(areas)(
    'have every sentence in German with the same placeholders, in the order of the table: %s',
    (area) => {
      const texts = areaTexts('de', area)
      expect(Object.keys(texts)).toEqual(Object.keys(reasonAreas[area]))
      for (const [reason, { text }] of Object.entries(reasonAreas[area]))
        expect(placeholders(texts[reason]), reason).toEqual(placeholders(text))
    },
  )

  it('are named by endpoints once each, without the common ones', () => {
    for (const [name, { reasons: own = [] }] of Object.entries(endpoints) as [string, Endpoint][]) {
      expect(
        own.filter((reason, n) => own.indexOf(reason) !== n || isCommonReason(reason)),
        name,
      ).toEqual([])
    }
  })
})

describe('apiError', () => {
  it('creates an error with its reason, sentence, code, status and fields', () => {
    const error = apiError('parameter-missing', { parameter: 'topic' }, { var_name: 'topic' })
    expect(error).toBeInstanceOf(WireError)
    expect(error).toMatchObject({
      reason: 'parameter-missing',
      params: { parameter: 'topic' },
      message: "Missing 'topic' parameter.",
      code: 'REQUEST_VARIABLE_MISSING',
      status: 400,
      extra: { var_name: 'topic' },
    })
    expect(apiError('channel-not-found')).toMatchObject({ params: {}, extra: {}, parameter: undefined })
  })

  it('begins the sentence with its parameter, and inserts values unchanged', () => {
    const error = apiError('emoji-name-not-found', { name: '{name} $&' })
    expect(error).toMatchObject({
      parameter: 'emoji_name',
      message: "emoji_name: emoji '{name} $&' not found.",
    })
  })

  it('does not compile without the parameters of the sentence or the fields of the code', () => {
    // @ts-expect-error the parameter is missing
    apiError('subscription-denied')
    // @ts-expect-error the parameter is misspelled
    apiError('subscription-denied', { chanel: 'plums' })
    // @ts-expect-error there are no parameters
    apiError('channel-not-found', { name: 'plums' })
    // @ts-expect-error the fields of the code are missing
    expect(apiError('parameter-missing', { parameter: 'topic' }).extra).toEqual({})
    // @ts-expect-error there is no such reason
    expect(() => apiError('nothing-of-this-name')).toThrow()
  })
})
