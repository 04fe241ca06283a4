const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** The key as it is meant where one reads from right to left: towards the end of the line is always `ArrowRight`. */
export const arrowOf = (key: string): string => (document.dir === 'rtl' ? (mirrored[key] ?? key) : key)
