const mirrored: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }

/** Mirrors arrow keys in right-to-left layouts: `ArrowRight` is always toward the end of the line. */
export const arrowOf = (key: string): string => (document.dir === 'rtl' ? (mirrored[key] ?? key) : key)
