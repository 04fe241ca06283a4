import { createRequire } from 'node:module'
import { type LinkifierObject, type PlaygroundObject, refuse } from '@loquat/contract'
import { templateVariables } from '../../../markdown/linkifiers/url-template.ts'
import { trim } from '../../../text.ts'

type Errors = Record<string, string[]>

/** Lists every invalid field with the reasons. */
function invalid(errors: Errors) {
  const [first] = Object.values(errors).flat()
  return refuse('FieldsInvalid', first ?? 'Something is wrong with this.', { errors })
}

export interface LinkifierTexts {
  pattern: string
  url_template: string
}

/** The scheme must be literal, so that message text cannot supply one: `javascript:` would run in the app. */
const webAddressStart = /^https?:\/\//i
const linkifierStart = /^(https?:\/\/|mailto:|\/(?![/\\]))/i

/**
 * Validates a linkifier: pattern and template must use the same group names, and the pattern must be unique.
 */
export function checkedLinkifier(sent: LinkifierTexts, others: readonly LinkifierObject[]): LinkifierTexts {
  const pattern = trim(sent.pattern)
  const url_template = trim(sent.url_template)
  const names = namedGroups(pattern)
  const variables = templateVariables(url_template)
  const errors: Errors = {}
  if (pattern === '') errors.pattern = ['pattern: there is no pattern.']
  else if (names === undefined)
    errors.pattern = ['pattern: this is not a regular expression of the RE2 dialect.']
  else if (others.some((other) => other.pattern === pattern))
    errors.pattern = ['pattern: there is one like this.']
  if (url_template === '') errors.url_template = ['url_template: there is no address.']
  else if (variables === undefined)
    errors.url_template = ['url_template: this is not a URL template (RFC 6570).']
  else if (!linkifierStart.test(url_template))
    errors.url_template = ['url_template: the address must start with https://, http://, mailto: or /.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const [inPattern, inAddress] = [names ?? new Set(), variables ?? new Set()]
  const differs = [...inPattern, ...inAddress].filter((name) => inPattern.has(name) !== inAddress.has(name))
  if (differs.length > 0) {
    const list = differs.join(', ')
    throw invalid({ __all__: [`The pattern and the address must have the same names: ${list}.`] })
  }
  return { pattern, url_template }
}

/** Names of the groups in a pattern, or undefined if it is invalid. */
function namedGroups(pattern: string): Set<string> | undefined {
  const { RE2JS } = createRequire(import.meta.url)('re2js') as typeof import('re2js')
  try {
    return new Set(Object.keys(RE2JS.compile(pattern).namedGroups()))
  } catch {
    return undefined
  }
}

const maxLanguageLength = 40

export function checkedPlayground(
  sent: Omit<PlaygroundObject, 'id' | 'pygments_language'>,
  others: readonly PlaygroundObject[],
): Omit<PlaygroundObject, 'id' | 'pygments_language'> {
  if ([...sent.highlight_language].length > maxLanguageLength) {
    throw refuse('BadRequest', `highlight_language has at most ${maxLanguageLength} characters.`)
  }
  const name = trim(sent.name)
  const highlight_language = trim(sent.highlight_language)
  const url_template = trim(sent.url_template)
  const variables = templateVariables(url_template)
  const errors: Errors = {}
  if (name === '') errors.name = ['name: there is no name.']
  if (!/^[ A-Za-z0-9_+,\-./#]+$/.test(highlight_language)) {
    errors.highlight_language = ['highlight_language: this is not the name of a language.']
  }
  if (url_template === '' || variables === undefined || variables.size !== 1 || !variables.has('code')) {
    errors.url_template = ['url_template: the address needs the variable "code" and no other.']
  } else if (!webAddressStart.test(url_template)) {
    errors.url_template = ['url_template: the address must start with https:// or http://.']
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (others.some((one) => one.highlight_language === highlight_language && one.name === name)) {
    throw invalid({ __all__: ['There is a playground of this name for the language.'] })
  }
  return { name, highlight_language, url_template }
}
