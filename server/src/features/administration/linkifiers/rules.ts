import { createRequire } from 'node:module'
import { apiError, type LinkifierObject, messageOf, type PlaygroundObject } from '@loquat/contract'
import { templateVariables } from '../../../markdown/linkifiers/url-template.ts'
import { trim } from '../../../text.ts'

type FieldReason =
  | 'linkifier-pattern-empty'
  | 'linkifier-pattern-invalid'
  | 'linkifier-pattern-taken'
  | 'linkifier-url-empty'
  | 'linkifier-url-invalid'
  | 'linkifier-url-scheme-unsupported'
  | 'playground-name-empty'
  | 'playground-language-invalid'
  | 'playground-url-invalid'
  | 'playground-url-scheme-unsupported'

/** Lists every invalid field with its sentence. The reason of the error is that of the first. */
function assertNone(invalid: Readonly<Record<string, FieldReason>>): void {
  const [first] = Object.values(invalid)
  if (first === undefined) return
  const fields = Object.entries(invalid).map(([field, reason]) => [field, [messageOf(reason, {})]])
  throw apiError(first, {}, { errors: Object.fromEntries(fields) })
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
  const invalid: Record<string, FieldReason> = {}
  if (pattern === '') invalid.pattern = 'linkifier-pattern-empty'
  else if (names === undefined) invalid.pattern = 'linkifier-pattern-invalid'
  else if (others.some((other) => other.pattern === pattern)) invalid.pattern = 'linkifier-pattern-taken'
  if (url_template === '') invalid.url_template = 'linkifier-url-empty'
  else if (variables === undefined) invalid.url_template = 'linkifier-url-invalid'
  else if (!linkifierStart.test(url_template)) invalid.url_template = 'linkifier-url-scheme-unsupported'
  assertNone(invalid)
  const [inPattern, inAddress] = [names ?? new Set(), variables ?? new Set()]
  const differs = [...inPattern, ...inAddress].filter((name) => inPattern.has(name) !== inAddress.has(name))
  if (differs.length > 0) {
    const params = { names: differs.join(', ') }
    throw apiError('linkifier-names-mismatch', params, {
      errors: { __all__: [messageOf('linkifier-names-mismatch', params)] },
    })
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
    throw apiError('playground-language-too-long', { max: maxLanguageLength })
  }
  const name = trim(sent.name)
  const highlight_language = trim(sent.highlight_language)
  const url_template = trim(sent.url_template)
  const variables = templateVariables(url_template)
  const invalid: Record<string, FieldReason> = {}
  if (name === '') invalid.name = 'playground-name-empty'
  if (!/^[ A-Za-z0-9_+,\-./#]+$/.test(highlight_language)) {
    invalid.highlight_language = 'playground-language-invalid'
  }
  if (url_template === '' || variables === undefined || variables.size !== 1 || !variables.has('code')) {
    invalid.url_template = 'playground-url-invalid'
  } else if (!webAddressStart.test(url_template)) {
    invalid.url_template = 'playground-url-scheme-unsupported'
  }
  assertNone(invalid)
  if (others.some((one) => one.highlight_language === highlight_language && one.name === name)) {
    throw apiError(
      'playground-name-taken',
      {},
      { errors: { __all__: [messageOf('playground-name-taken', {})] } },
    )
  }
  return { name, highlight_language, url_template }
}
