import { accentShades } from '@loquat/contract/light'

let sheet: CSSStyleSheet | undefined

/**
 * Replaces the accent of the design tokens; empty for their own. A style sheet and not attributes of the page, so that forced colors and
 * higher contrast still come first.
 */
export function showAccent(color: string): void {
  sheet ??= new CSSStyleSheet()
  sheet.replaceSync(color === '' ? '' : accentRules(color))
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}

function accentRules(color: string): string {
  const { light, dark } = accentShades(color)
  const tokens = (Object.keys(light) as (keyof typeof light)[]).map(
    (name) => [name, `--lq-${name}: light-dark(${light[name]}, ${dark[name]});`] as const,
  )
  const rules = (isTint: boolean) =>
    tokens.flatMap(([name, rule]) => ((name === 'leaf-tint') === isTint ? [rule] : [])).join('')
  return `@media (forced-colors: none) { :root { ${rules(false)} } }
    @media (forced-colors: none) and (prefers-contrast: no-preference) { :root { ${rules(true)} } }`
}
