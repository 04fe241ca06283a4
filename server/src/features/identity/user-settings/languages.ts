/** The language's name for itself. */
export function languageName(code: string): string {
  const [language = code, region] = code.split('-')
  const tag =
    region === undefined ? language : `${language}-${region.length === 4 ? region : region.toUpperCase()}`
  return new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? code
}
