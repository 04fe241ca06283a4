const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Plain text of rendered HTML, for labels and single lines. Never insert it as HTML. */
export function plainText(html: string, most: number): string {
  // Bounds the markup that is searched.
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
