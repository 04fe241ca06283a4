const options: Intl.CollatorOptions = { sensitivity: 'base', numeric: true }
let collator = new Intl.Collator(undefined, options)

/** Called with the language of the app, which may differ from that of the browser. */
export const setCollation = (locale: string): void => {
  collator = new Intl.Collator(locale, options)
}

/** The order of names in lists. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b)
