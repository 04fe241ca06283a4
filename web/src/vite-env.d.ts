/// <reference types="vite/client" />

declare module 'virtual:texts/*' {
  const texts: Record<string, string>
  export default texts
}

declare module 'virtual:emoji' {
  /** Code, names, and other words for it. */
  const categories: { category: string; emoji: [code: string, names: string, tags: string][] }[]
  export default categories
}
