/// <reference types="vite/client" />

declare module 'virtual:texts' {
  /** Where the catalog of each language is. */
  const places: Record<string, string>
  export default places
}

declare module 'virtual:help' {
  /** Where the help pages of each language are. */
  const places: Record<string, string>
  export default places
}

declare module 'virtual:emoji' {
  /** Code, names, and other words for it. */
  const categories: { category: string; emoji: [code: string, names: string, tags: string][] }[]
  export default categories
}
