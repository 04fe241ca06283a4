/** URL templates (RFC 6570). Values are strings only, so the modifier `*` has no effect and `:n` truncates. */
export type Variables = Readonly<Record<string, string | undefined>>

interface Operator {
  first: string
  separator: string
  named: boolean
  /** Written for a named variable that is empty. */
  ifEmpty: string
  reserved: boolean
}

const plain: Operator = { first: '', separator: ',', named: false, ifEmpty: '', reserved: false }
const operators: Record<string, Operator> = {
  '+': { ...plain, reserved: true },
  '#': { ...plain, first: '#', reserved: true },
  '.': { ...plain, first: '.', separator: '.' },
  '/': { ...plain, first: '/', separator: '/' },
  ';': { ...plain, first: ';', separator: ';', named: true },
  '?': { first: '?', separator: '&', named: true, ifEmpty: '=', reserved: false },
  '&': { first: '&', separator: '&', named: true, ifEmpty: '=', reserved: false },
}

const variableSpec =
  /^(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:[A-Za-z0-9_.]|%[0-9A-Fa-f]{2})*(?:\*|:[1-9]\d{0,3})?$/

/** The variable names, or undefined if the template is invalid. */
export function templateVariables(template: string): Set<string> | undefined {
  const names = new Set<string>()
  for (const [part] of template.matchAll(/\{[^{}]*\}|[{}]/g)) {
    if (part.length === 1) return undefined
    const expression = part.slice(1, -1)
    const specs = (operators[expression[0] ?? ''] === undefined ? expression : expression.slice(1)).split(',')
    for (const spec of specs) {
      if (!variableSpec.test(spec)) return undefined
      names.add(spec.replace(/(?:\*|:\d+)$/, ''))
    }
  }
  return names
}

export function expandTemplate(template: string, variables: Variables): string {
  return template.replace(/\{([^{}]*)\}|[^{}]+/g, (literal, expression?: string) =>
    expression === undefined ? encode(literal, true) : expandExpression(expression, variables),
  )
}

function expandExpression(expression: string, variables: Variables): string {
  const special = operators[expression[0] ?? '']
  const operator = special ?? plain
  const parts: string[] = []
  for (const spec of (special === undefined ? expression : expression.slice(1)).split(',')) {
    const [, name = '', length] = /^(.*?)(?:\*|:(\d+))?$/.exec(spec) ?? []
    const value = variables[name]
    if (value === undefined) continue
    const cut = length === undefined ? value : [...value].slice(0, Number(length)).join('')
    const encoded = encode(cut, operator.reserved)
    const label = cut === '' ? name + operator.ifEmpty : `${name}=${encoded}`
    parts.push(operator.named ? label : encoded)
  }
  return parts.length === 0 ? '' : operator.first + parts.join(operator.separator)
}

/** With `reserved`, reserved characters and existing escapes are kept. */
function encode(text: string, reserved: boolean): string {
  const kept = reserved ? /%[0-9A-Fa-f]{2}|[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]+/y : /[A-Za-z0-9\-._~]+/y
  let encoded = ''
  let at = 0
  while (at < text.length) {
    kept.lastIndex = at
    const part = kept.exec(text)?.[0]
    const next = part ?? String.fromCodePoint(text.codePointAt(at) ?? 0)
    encoded += part ?? percentEncoded(next)
    at += next.length
  }
  return encoded
}

const percentEncoded = (character: string) =>
  Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(
    '',
  )
