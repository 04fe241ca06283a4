const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The words of rendered text, without its markup: for being heard and for one line, never to be put into a page as HTML. */
export function plainText(html: string, most: number): string {
  // More markup than this before the last word that is wanted is not looked through.
  const plain = html
    .slice(0, most * 20)
    .replace(/<br ?\/?>|<\/(?:p|li|div|h\d|blockquote|pre|tr)>/g, ' ')
    .replace(/<span class="emoji[^>]*title="([^"]*)"[^>]*>[^<]*<\/span>/g, '$1')
    .replace(/<[^>]*>?/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => names[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  const letters = [...plain]
  return letters.length <= most ? plain : `${letters.slice(0, most).join('').trimEnd()}…`
}
